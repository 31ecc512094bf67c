(trait_definition name: (_) @name) @definition.trait
(object_definition name: (_) @name) @definition.object
(class_definition name: (_) @name) @definition.class
(enum_definition name: (_) @name) @definition.enum
(function_definition name: (_) @name) @definition.function
(function_declaration name: (_) @name) @definition.function
(type_definition name: (_) @name) @definition.type
(comment) @comment
(block_comment) @comment
