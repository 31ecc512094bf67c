(call_expression (call_suffix [(value_arguments "(") (lambda_literal)])) @call
(constructor_expression) @call
(macro_invocation) @call

(navigation_expression) @attribute
(prefix_expression operation: "." target: (simple_identifier)) @attribute

(directly_assignable_expression [
  (navigation_expression) @attribute.write
  (postfix_expression target: (navigation_expression) @attribute.write)
  (tuple_expression value: (navigation_expression) @attribute.write)
  (tuple_expression value: (tuple_expression value: (navigation_expression) @attribute.write))
])

(call_expression (call_suffix (value_arguments "["))) @subscript

(control_transfer_statement (throw_keyword) . (_) @raise)

(catch_block error: (pattern name: (_) @handle))
(catch_block error: (pattern (simple_identifier)) @handle)

[(for_statement) (while_statement) (repeat_while_statement)] @loop
[(if_statement) (guard_statement) (switch_statement)] @conditional
(do_statement (catch_block)) @try

; What a closure captures is read where it stands.
(capture_list_item value: (_) @inside)

; Not evaluated here: arguments of property wrappers, and names of methods.
(attribute) @outside
(selector_expression) @outside

(simple_identifier) @word
(pattern (simple_identifier) @word.bound)
(if_statement bound_identifier: (simple_identifier) @word.bound)
(guard_statement bound_identifier: (simple_identifier) @word.bound)
(while_statement bound_identifier: (simple_identifier) @word.bound)
