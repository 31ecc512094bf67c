(call_expression) @call
(new_expression) @call

(member_expression) @attribute

(assignment_expression left: (member_expression) @attribute.write)
(augmented_assignment_expression left: (member_expression) @attribute.write)
(update_expression argument: (member_expression) @attribute.write)
[
  (assignment_expression left: (parenthesized_expression (member_expression) @attribute.write))
  (augmented_assignment_expression
    left: (parenthesized_expression (member_expression) @attribute.write))
  (update_expression argument: (parenthesized_expression (member_expression) @attribute.write))
]
(for_in_statement left: (member_expression) @attribute.write)
[
  (array_pattern (member_expression) @attribute.write)
  (rest_pattern (member_expression) @attribute.write)
  (pair_pattern value: (member_expression) @attribute.write)
  (assignment_pattern left: (member_expression) @attribute.write)
]
(unary_expression operator: "delete" argument: [
  (member_expression) @attribute.delete
  (parenthesized_expression (member_expression) @attribute.delete)
])

(subscript_expression) @subscript

(throw_statement . (_) @raise)

[(for_statement) (for_in_statement) (while_statement) (do_statement)] @loop
[(if_statement) (switch_statement)] @conditional
(try_statement) @try
