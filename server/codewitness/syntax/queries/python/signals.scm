(call) @call

(attribute) @attribute
[
  (case_pattern (dotted_name (identifier) (identifier) @attribute))
  (class_pattern (dotted_name (identifier) (identifier) @attribute))
  (keyword_pattern (dotted_name (identifier) (identifier) @attribute))
  (union_pattern (dotted_name (identifier) (identifier) @attribute))
  (dict_pattern (dotted_name (identifier) (identifier) @attribute))
]

(assignment left: (attribute) @attribute.write right: (_))
(assignment left: (attribute) @attribute.delete !right)
(augmented_assignment left: (attribute) @attribute.write)
(for_statement left: (attribute) @attribute.write)
(for_in_clause left: (attribute) @attribute.write)
(as_pattern_target [
  (attribute) @attribute.write
  (tuple (attribute) @attribute.write)
  (list (attribute) @attribute.write)
])
[
  (pattern_list (attribute) @attribute.write)
  (tuple_pattern (attribute) @attribute.write)
  (list_pattern (attribute) @attribute.write)
  (list_splat_pattern (attribute) @attribute.write)
]
(delete_statement [
  (attribute) @attribute.delete
  (parenthesized_expression (attribute) @attribute.delete)
  (tuple (attribute) @attribute.delete)
  (list (attribute) @attribute.delete)
  (expression_list [
    (attribute) @attribute.delete
    (parenthesized_expression (attribute) @attribute.delete)
    (tuple (attribute) @attribute.delete)
    (list (attribute) @attribute.delete)
  ])
])

(subscript) @subscript

(raise_statement . (_) @raise)

; What is a tuple, a name's pattern or a comment is no type itself: the spec's `extent` says so.
(except_clause value: (_) @handle)
(except_clause value: (tuple (_) @handle))
(except_clause value: (parenthesized_expression (tuple (_) @handle)))
(except_clause value: (as_pattern . (_) @handle))
(except_clause value: (as_pattern . (tuple (_) @handle)))
(except_clause value: (as_pattern . (parenthesized_expression (tuple (_) @handle))))

[(for_statement) (while_statement)] @loop
[(if_statement) (match_statement)] @conditional
(try_statement) @try

(assignment type: (type) @outside)
(type_alias_statement) @outside
