(call_expression) @call
; A call with type arguments reads like the conversion to a generic type.
(type_conversion_expression type: (generic_type)) @call

(selector_expression) @attribute

(assignment_statement left: (expression_list [
  (selector_expression) @attribute.write
  (parenthesized_expression (selector_expression) @attribute.write)
]))
(inc_statement [
  (selector_expression) @attribute.write
  (parenthesized_expression (selector_expression) @attribute.write)
])
(dec_statement [
  (selector_expression) @attribute.write
  (parenthesized_expression (selector_expression) @attribute.write)
])
(range_clause left: (expression_list (selector_expression) @attribute.write))
(receive_statement left: (expression_list (selector_expression) @attribute.write))

[(index_expression) (slice_expression)] @subscript

(call_expression
  function: (identifier) @_panic
  arguments: (argument_list . (_) @raise)
  (#eq? @_panic "panic"))

(for_statement) @loop
[
  (if_statement)
  (expression_switch_statement)
  (type_switch_statement)
  (select_statement)
] @conditional

(array_type length: (_) @outside)
