((rule (targets) @name) @definition.function
  (#not-match? @name "^[.][A-Z_]+$"))
(define_directive name: (_) @name) @definition.macro
(comment) @comment
