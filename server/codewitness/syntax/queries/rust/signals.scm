(call_expression) @call
(macro_invocation) @call

(field_expression) @attribute

(assignment_expression left: [
  (field_expression) @attribute.write
  (parenthesized_expression (field_expression) @attribute.write)
  (tuple_expression (field_expression) @attribute.write)
  (array_expression (field_expression) @attribute.write)
  (tuple_expression [
    (tuple_expression (field_expression) @attribute.write)
    (array_expression (field_expression) @attribute.write)
  ])
])
(compound_assignment_expr left: [
  (field_expression) @attribute.write
  (parenthesized_expression (field_expression) @attribute.write)
])

(index_expression) @subscript

; The arguments of a macro are tokens; what they say is put together from these.
(token_tree (identifier) @call . (token_tree . "("))
(token_tree (identifier) @call . "!" . (token_tree))
(token_tree (identifier) @call . "::" . "<")
(token_tree "." . [(identifier) (integer_literal)] @attribute)
(token_tree (identifier) . (token_tree . "[") @subscript)
(token_tree (token_tree) . (token_tree . "[") @subscript)

(macro_invocation
  macro: [(identifier) @_panic (scoped_identifier name: (identifier) @_panic)]
  (token_tree . (_) @raise)
  (#eq? @_panic "panic"))

[(for_expression) (while_expression) (loop_expression)] @loop
(token_tree ["for" "while" "loop"] @loop)
[(if_expression) (match_expression) (let_declaration alternative: (_))] @conditional
(token_tree ["if" "match"] @conditional)
(try_block) @try

[(attribute_item) (inner_attribute_item)] @outside
(array_type length: (_) @outside)
; Macros whose arguments are code to be generated, not to be run.
(macro_invocation
  macro: [(identifier) @_quote (scoped_identifier name: (identifier) @_quote)]
  (token_tree) @outside
  (#any-of? @_quote "quote" "quote_spanned" "parse_quote"))
