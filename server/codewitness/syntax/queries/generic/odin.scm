(struct_declaration . (identifier) @name) @definition.struct
(enum_declaration . (identifier) @name) @definition.enum
(union_declaration . (identifier) @name) @definition.union
(procedure_declaration . (identifier) @name) @definition.function
(comment) @comment
