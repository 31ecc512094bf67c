(object_type_definition (name) @name) @definition.class
(interface_type_definition (name) @name) @definition.interface
(enum_type_definition (name) @name) @definition.enum
(input_object_type_definition (name) @name) @definition.struct
(union_type_definition (name) @name) @definition.union
(scalar_type_definition (name) @name) @definition.type
(object_type_extension (name) @name) @definition.extension
(interface_type_extension (name) @name) @definition.extension
(enum_type_extension (name) @name) @definition.extension
(input_object_type_extension (name) @name) @definition.extension
(union_type_extension (name) @name) @definition.extension
(scalar_type_extension (name) @name) @definition.extension
(directive_definition (name) @name) @definition.type
(operation_definition (name) @name) @definition.function
(fragment_definition (fragment_name) @name) @definition.function
(comment) @comment
