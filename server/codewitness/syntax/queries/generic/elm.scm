(type_alias_declaration name: (_) @name) @definition.class
(type_declaration name: (_) @name) @definition.class
(file (value_declaration functionDeclarationLeft: (function_declaration_left . (lower_case_identifier) @name)) @definition.function)
((type_annotation) @lead . (value_declaration functionDeclarationLeft: (function_declaration_left . (lower_case_identifier) @name)) @definition.function)
(port_annotation name: (_) @name) @definition.function
(line_comment) @comment
(block_comment) @comment
