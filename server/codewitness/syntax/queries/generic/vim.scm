(function_definition (function_declaration name: (_) @name)) @definition.function
(command_statement name: (_) @name) @definition.macro
(comment) @comment
