(package_statement name: (_) @path . ";") @definition.module @open
(package_statement name: (_) @path . (block)) @definition.module
(subroutine_declaration_statement name: (_) @path) @definition.function
(comment) @comment
