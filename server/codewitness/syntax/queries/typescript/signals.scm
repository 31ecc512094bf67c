; inherits: ecma

; A mark or a cast leaves the target what it is.
(assignment_expression left: (non_null_expression (member_expression) @attribute.write))
(augmented_assignment_expression left: (non_null_expression (member_expression) @attribute.write))
(update_expression argument: (non_null_expression (member_expression) @attribute.write))

(assignment_expression left: (parenthesized_expression [
  (as_expression . (member_expression) @attribute.write)
  (satisfies_expression . (member_expression) @attribute.write)
  (non_null_expression (member_expression) @attribute.write)
  (_ (type_arguments) . (member_expression) @attribute.write)
]))
(augmented_assignment_expression left: (parenthesized_expression [
  (as_expression . (member_expression) @attribute.write)
  (satisfies_expression . (member_expression) @attribute.write)
  (non_null_expression (member_expression) @attribute.write)
  (_ (type_arguments) . (member_expression) @attribute.write)
]))
(update_expression argument: (parenthesized_expression [
  (as_expression . (member_expression) @attribute.write)
  (satisfies_expression . (member_expression) @attribute.write)
  (non_null_expression (member_expression) @attribute.write)
  (_ (type_arguments) . (member_expression) @attribute.write)
]))
(unary_expression operator: "delete" argument: [
  (non_null_expression (member_expression) @attribute.delete)
  (parenthesized_expression [
    (as_expression . (member_expression) @attribute.delete)
    (satisfies_expression . (member_expression) @attribute.delete)
    (non_null_expression (member_expression) @attribute.delete)
    (_ (type_arguments) . (member_expression) @attribute.delete)
  ])
])

; Types that can hold expressions.
(type_query) @outside
(object_type) @outside
