(function_declaration name: (_) @path) @definition.function
((variable_declaration
  (assignment_statement
    (variable_list . name: (_) @path .)
    (expression_list . value: (function_definition)))) @definition.function)
((assignment_statement
  (variable_list . name: (_) @path .)
  (expression_list . value: (function_definition))) @definition.function)
(chunk
  (variable_declaration
    (assignment_statement
      (variable_list . name: (_) @path .)
      (expression_list
        . value: (function_call arguments: (arguments (function_definition)))))) @definition.function)
(chunk
  (assignment_statement
    (variable_list . name: (_) @path .)
    (expression_list
      . value: (function_call arguments: (arguments (function_definition))))) @definition.function)
(chunk
  (variable_declaration
    (assignment_statement
      (variable_list . name: (_) @path .)
      (expression_list . value: [
        (table_constructor (field value: (function_definition)))
        (function_call arguments: (arguments (table_constructor (field value: (function_definition)))))
      ]))) @definition.class)
(chunk
  (assignment_statement
    (variable_list . name: (_) @path .)
    (expression_list . value: [
      (table_constructor (field value: (function_definition)))
      (function_call arguments: (arguments (table_constructor (field value: (function_definition)))))
    ])) @definition.class)
(chunk
  [
    (assignment_statement (expression_list . value: [
      (table_constructor
        (field name: (identifier) @name value: (function_definition)) @definition.function)
      (function_call arguments: (arguments (table_constructor
        (field name: (identifier) @name value: (function_definition)) @definition.function)))
    ]))
    (variable_declaration (assignment_statement (expression_list . value: [
      (table_constructor
        (field name: (identifier) @name value: (function_definition)) @definition.function)
      (function_call arguments: (arguments (table_constructor
        (field name: (identifier) @name value: (function_definition)) @definition.function)))
    ])))
  ])
(comment) @comment
