(binding attrpath: (_) @name expression: (function_expression)) @definition.function
(binding
  attrpath: (_) @name
  expression: [(attrset_expression) (rec_attrset_expression) (let_expression)])
  @definition.object
(binding
  attrpath: (_) @name
  expression: (apply_expression argument: [(attrset_expression) (rec_attrset_expression)]))
  @definition.type
(comment) @comment
