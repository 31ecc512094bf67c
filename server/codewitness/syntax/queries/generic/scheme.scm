((list . (symbol) @_word . (list . (symbol) @name)) @definition.function
  (#match? @_word "^define([*]|-syntax-rule|-syntax|-public)?$"))
((list . (symbol) @_word . (symbol) @name . (list . (symbol) @_lambda)) @definition.function
  (#any-of? @_word "define" "define*" "define-public")
  (#any-of? @_lambda "lambda" "case-lambda"))
((list . (symbol) @_word . (symbol) @name) @definition.macro
  (#match? @_word "^define-(syntax|macro)"))
((list . (symbol) @_word . (symbol) @name) @definition.struct
  (#any-of? @_word "define-record-type" "define-structure" "struct" "define-struct"))
((list . (symbol) @_word . (symbol) @name) @definition.type
  (#any-of? @_word "define" "define-public"))
(comment) @comment
