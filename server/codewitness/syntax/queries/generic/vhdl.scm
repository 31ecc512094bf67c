(entity_declaration name: (_) @name) @definition.module
(architecture_body name: (_) @name) @definition.module
(package_declaration name: (_) @name) @definition.module
(package_body package: (_) @name) @definition.module
(process_statement (label (identifier) @name)) @definition.function
(function_body designator: (_) @name) @definition.function
(function_declaration designator: (_) @name) @definition.function
(procedure_body designator: (_) @name) @definition.function
(procedure_declaration designator: (_) @name) @definition.function
(component_declaration name: (_) @name) @definition.type
(comment) @comment
