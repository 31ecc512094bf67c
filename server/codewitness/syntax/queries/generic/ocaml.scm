(type_definition (type_binding name: (_) @name) @definition.class)
(compilation_unit (value_definition (let_binding pattern: (value_name) @name)) @definition.function)
(structure (value_definition (let_binding pattern: (value_name) @name)) @definition.function)
(module_definition (module_binding . (module_name) @name)) @definition.module
(module_type_definition . (module_type_name) @name) @definition.interface
(class_definition (class_binding (class_name) @name)) @definition.class
(method_definition (method_name) @name) @definition.function
(value_specification (value_name) @name) @definition.function
(external (value_name) @name) @definition.function
(exception_definition (constructor_declaration (constructor_name) @name)) @definition.class
(comment) @comment
