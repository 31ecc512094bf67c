(function_declaration name: (_) @path) @definition.function
((variable_declaration
  (assignment_statement
    (variable_list . name: (_) @path .)
    (expression_list . value: (function_definition)))) @definition.function)
((assignment_statement
  (variable_list . name: (_) @path .)
  (expression_list . value: (function_definition))) @definition.function)
(comment) @comment
