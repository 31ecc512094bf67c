(struct_declaration (identifier) @name) @definition.struct
(class_declaration (identifier) @name) @definition.class
(interface_declaration (identifier) @name) @definition.interface
(union_declaration (identifier) @name) @definition.union
(enum_declaration (identifier) @name) @definition.enum
(template_declaration (identifier) @name) @definition.module
(function_declaration (identifier) @name) @definition.function
(comment) @comment
