(function_definition declarator: (function_declarator declarator: (_) @path)) @definition.function
(function_definition
  declarator: (pointer_declarator declarator: (function_declarator declarator: (_) @path)))
  @definition.function
(struct_specifier name: (_) @name body: (_)) @definition.struct
(class_specifier name: (_) @name body: (_)) @definition.class
(enum_specifier name: (_) @name body: (_)) @definition.enum
(namespace_definition name: (_) @name) @definition.module
(comment) @comment
