(function_definition declarator: (function_declarator declarator: (_) @path)) @definition.function
(function_definition
  declarator: (pointer_declarator declarator: (function_declarator declarator: (_) @path)))
  @definition.function
(struct_specifier name: (_) @name body: (_)) @definition.struct
(comment) @comment
