(struct_definition . type: (_) @name) @definition.struct
(union_definition . type: (_) @name) @definition.union
(enum_definition . type: (_) @name) @definition.enum
(exception_definition . (identifier) @name) @definition.struct
(service_definition . type: (_) @name) @definition.interface
(function_definition (identifier) @name) @definition.function
(comment) @comment
