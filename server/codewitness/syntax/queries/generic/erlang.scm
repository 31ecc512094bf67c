(fun_decl clause: (function_clause name: (_) @name)) @definition.function
(record_decl name: (_) @name) @definition.struct
(pp_define lhs: (macro_lhs name: (_) @name)) @definition.macro
(type_alias name: (type_name name: (_) @name)) @definition.type
(opaque name: (type_name name: (_) @name)) @definition.type
((spec) @lead . (fun_decl clause: (function_clause name: (_) @name)) @definition.function)
(comment) @comment
