(function name: (_) @name) @definition.function
(external_function name: (_) @name) @definition.function
(type_definition (type_name name: (_) @name)) @definition.class
(type_alias (type_name name: (_) @name)) @definition.type
(constant name: (_) @name) @definition.type
(comment) @comment
(statement_comment) @comment
