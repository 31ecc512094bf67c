(list_lit (defun (defun_header function_name: (_) @name))) @definition.function
((list_lit . (sym_lit) @_word . [
  (sym_lit) @name
  (list_lit . (sym_lit) @name)
]) @definition.class
  (#any-of? @_word "defclass" "defstruct" "deftype" "define-condition"))
((list_lit . (sym_lit) @_word . (sym_lit) @name) @definition.type
  (#any-of? @_word "defvar" "defparameter" "defconstant"))
(comment) @comment
