(module_declaration (module_header (simple_identifier) @name)) @definition.module
(function_body_declaration (function_identifier) @name) @definition.function
(task_body_declaration (task_identifier) @name) @definition.function
(class_declaration (class_identifier) @name) @definition.class
(package_declaration (package_identifier) @name) @definition.module
(interface_declaration (_ (interface_identifier) @name)) @definition.interface
(comment) @comment
