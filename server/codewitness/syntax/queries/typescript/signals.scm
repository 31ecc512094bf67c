; inherits: ecma

(assignment_expression left: (non_null_expression (member_expression) @attribute.write))
(augmented_assignment_expression left: (non_null_expression (member_expression) @attribute.write))
(update_expression argument: (non_null_expression (member_expression) @attribute.write))

; Types that can hold expressions.
(type_query) @outside
(object_type) @outside
