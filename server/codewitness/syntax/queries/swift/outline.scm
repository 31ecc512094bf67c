; What surrounds what, and the statements that signals do not list; see `syntax/outline.py`.

[(for_statement) (while_statement) (repeat_while_statement)] @loop
(for_statement collection: (_) @iterated)
(for_statement (statements) @in.loop)
(while_statement condition: (_) @in.loop @condition)
(while_statement (statements) @in.loop)
(repeat_while_statement (statements) @in.loop)
(repeat_while_statement condition: (_) @in.loop @condition)

[(if_statement) (guard_statement) (switch_statement)] @conditional
(if_statement condition: (_) @condition)
(if_statement (statements) @in.branch)
(if_statement (else) . (_) @in.else)
(guard_statement condition: (_) @condition)
(guard_statement (statements) @in.branch @in.else)
(switch_statement expr: (_) @condition)
(switch_entry (statements) @in.branch)
(ternary_expression
  condition: (_) @condition
  if_true: [(_) "nil"] @in.branch if_false: [(_) "nil"] @in.branch @fallback)
(conjunction_expression rhs: (_) @in.branch)
(disjunction_expression rhs: (_) @in.branch)
(nil_coalescing_expression if_nil: [(_) "nil"] @in.branch @fallback)

(do_statement (catch_block)) @try
(do_statement (statements) @in.try (catch_block))
(catch_block) @handler
(catch_block (statements) @in.handler)

(statements [(call_expression) (await_expression) (try_expression)] @statement)
((control_transfer_statement) @return (#match? @return "^return"))
((control_transfer_statement) @raised (#match? @raised "^throw"))
(await_expression) @await
((call_expression (simple_identifier) @_name (call_suffix (lambda_literal))) @deferred
  (#eq? @_name "defer"))

(modifiers (attribute) @decorator)
(function_declaration "->" . (_) @result)
(protocol_function_declaration "->" . (_) @result)
(inheritance_specifier inherits_from: (_) @base)
(function_declaration default_value: _ @default)
(init_declaration default_value: _ @default)

(property_declaration name: (pattern bound_identifier: (simple_identifier) @bound))
(guard_statement bound_identifier: (simple_identifier) @bound)
(if_statement bound_identifier: (simple_identifier) @bound)
(for_statement item: (pattern bound_identifier: (simple_identifier) @bound))

(property_declaration name: (_) @assigned value: [(_) "nil"] @assigned.value)
(assignment target: (_) @assigned result: [(_) "nil"] @assigned.value)

[(comment) (multiline_comment) (line_str_text) (multi_line_str_text) (raw_str_part)] @text
