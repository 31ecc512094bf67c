(type_definition (type_binding name: (_) @name) @definition.class)
(value_specification (value_name) @name) @definition.function
(module_definition (module_binding . (module_name) @name)) @definition.module
(module_type_definition . (module_type_name) @name) @definition.interface
(external (value_name) @name) @definition.function
(exception_definition (constructor_declaration (constructor_name) @name)) @definition.class
(comment) @comment
