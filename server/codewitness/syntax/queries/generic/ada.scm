(package_body name: (_) @path) @definition.module
(package_declaration name: (_) @path) @definition.module
(subprogram_body (_ name: (_) @path)) @definition.function
(subprogram_declaration (_ name: (_) @path)) @definition.function
(full_type_declaration . (identifier) @name) @definition.struct
(comment) @comment
