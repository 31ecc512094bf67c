(contract_declaration name: (_) @name) @definition.class
(interface_declaration name: (_) @name) @definition.interface
(library_declaration name: (_) @name) @definition.module
(struct_declaration name: (_) @name) @definition.struct
(enum_declaration name: (_) @name) @definition.enum
(event_definition name: (_) @name) @definition.type
(error_declaration name: (_) @name) @definition.type
(modifier_definition name: (_) @name) @definition.function
(function_definition name: (_) @name) @definition.function
(constructor_definition "constructor" @name) @definition.constructor
(comment) @comment
