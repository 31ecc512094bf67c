(function_definition name: (_) @name) @definition.function
(macro_definition name: (_) @name) @definition.macro
((special_form . ["defvar" "defconst"] . (symbol) @name) @definition.type)
((list . (symbol) @_word . (symbol) @name) @definition.function
  (#match? @_word "^(cl-)?(defun|defmacro|defgeneric|defmethod|defsubst)|^(define-minor-mode|define-derived-mode)$"))
((list . (symbol) @_word . (symbol) @name) @definition.function @test
  (#eq? @_word "ert-deftest"))
((list . (symbol) @_word . (symbol) @name) @definition.type
  (#any-of? @_word "defcustom" "defgroup" "defface" "cl-defstruct" "defclass"))
(comment) @comment
