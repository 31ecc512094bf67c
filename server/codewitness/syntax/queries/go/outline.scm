; What surrounds what, and the statements that signals do not list; see `syntax/outline.py`.

(for_statement) @loop
(for_statement body: (_) @in.loop)
(for_statement . [(binary_expression) (call_expression) (unary_expression) (identifier)]
  @in.loop @condition . (block))
(for_clause condition: (_) @in.loop @condition)
(for_clause update: (_) @in.loop)
(range_clause right: (_) @iterated)

[
  (if_statement)
  (expression_switch_statement)
  (type_switch_statement)
  (select_statement)
] @conditional
(if_statement condition: (_) @condition consequence: (_) @in.branch)
(if_statement alternative: (_) @in.branch @in.else)
(expression_switch_statement value: (_) @condition)
(type_switch_statement value: (_) @condition)
(expression_case value: (_) @condition)
[(expression_case) (default_case) (type_case) (communication_case)] @in.branch
(binary_expression operator: ["&&" "||"] right: (_) @in.branch)

(defer_statement) @deferred
(go_statement) @spawned

(expression_statement (call_expression)) @statement
(return_statement) @return

(field_declaration !name type: (_) @base)
(interface_type (type_elem (_) @base))
(method_declaration result: (_) @result)
(function_declaration result: (_) @result)

(short_var_declaration left: (expression_list (identifier) @bound))
(receive_statement left: (expression_list (identifier) @bound))
(var_spec name: (identifier) @bound)
(range_clause left: (expression_list (identifier) @bound))

(short_var_declaration left: (_) @assigned right: (_) @assigned.value)
(receive_statement left: (_) @assigned right: (_) @assigned.value)
(assignment_statement left: (_) @assigned right: (_) @assigned.value)
(var_spec name: (_) @assigned value: (_) @assigned.value)
[(inc_statement (_) @assigned @assigned.value) (dec_statement (_) @assigned @assigned.value)]

[(comment) (interpreted_string_literal) (raw_string_literal) (rune_literal)] @text
