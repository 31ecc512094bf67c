(invocation_expression) @call
(object_creation_expression) @call
(implicit_object_creation_expression) @call
(constructor_initializer) @call
(primary_constructor_base_type) @call

(member_access_expression) @attribute
(conditional_access_expression (member_binding_expression)) @attribute

(assignment_expression left: [
  (member_access_expression) @attribute.write
  (parenthesized_expression (member_access_expression) @attribute.write)
  (conditional_access_expression (member_binding_expression)) @attribute.write
  (tuple_expression (argument (member_access_expression) @attribute.write))
  (tuple_expression (argument (tuple_expression
    (argument (member_access_expression) @attribute.write))))
])
(postfix_unary_expression (member_access_expression) @attribute.write ["++" "--"])
(prefix_unary_expression ["++" "--"] (member_access_expression) @attribute.write)
(postfix_unary_expression
  (parenthesized_expression (member_access_expression) @attribute.write) ["++" "--"])
(prefix_unary_expression
  ["++" "--"] (parenthesized_expression (member_access_expression) @attribute.write))
(argument "out" (member_access_expression) @attribute.write)

(element_access_expression subscript: (_) @subscript)
(conditional_access_expression (element_binding_expression)) @subscript

(throw_statement (_) @raise)
(throw_expression (_) @raise)

(catch_declaration type: (_) @handle)

[(for_statement) (foreach_statement) (while_statement) (do_statement)] @loop
[(if_statement) (switch_statement) (switch_expression)] @conditional
(try_statement) @try

(attribute_list) @outside

(identifier) @word
(local_declaration_statement (variable_declaration (variable_declarator name: (identifier) @word.bound)))
(for_statement (variable_declaration (variable_declarator name: (identifier) @word.bound)))
(using_statement (variable_declaration (variable_declarator name: (identifier) @word.bound)))
(foreach_statement left: (identifier) @word.bound)
(catch_declaration name: (identifier) @word.bound)
(declaration_pattern name: (identifier) @word.bound)
(declaration_expression name: (identifier) @word.bound)
(local_function_statement name: (identifier) @word.bound)
