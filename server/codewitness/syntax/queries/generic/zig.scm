(Decl (FnProto function: (IDENTIFIER) @name)) @definition.function
(Decl
  (VarDecl
    variable_type_function: (IDENTIFIER) @name
    (ErrorUnionExpr (SuffixExpr . (ContainerDecl))))) @definition.struct
(TestDecl (STRINGLITERALSINGLE) @name) @definition.function @test
(line_comment) @comment
(doc_comment) @comment
