; What surrounds what, and the statements that signals do not list; see `syntax/outline.py`.

[(for_expression) (while_expression) (loop_expression)] @loop
(for_expression value: (_) @iterated body: (_) @in.loop)
(while_expression condition: (_) @in.loop @condition body: (_) @in.loop)
(loop_expression body: (_) @in.loop)

[(if_expression) (match_expression) (let_declaration alternative: (_))] @conditional
(if_expression condition: (_) @condition consequence: (_) @in.branch)
(if_expression alternative: (else_clause (_) @in.branch @in.else))
(match_expression value: (_) @condition)
(match_arm value: (_) @in.branch)
(match_arm pattern: (match_pattern condition: (_) @condition))
(let_declaration alternative: (_) @in.branch @in.else)
(binary_expression operator: ["&&" "||"] right: (_) @in.branch)
(call_expression
  function: (field_expression field: (field_identifier) @_or)
  arguments: (arguments (_) @fallback)
  (#match? @_or "^(unwrap_or|or|or_else|unwrap_or_else|map_or)$"))
(call_expression
  function: (field_expression field: (field_identifier) @_or) @fallback
  (#eq? @_or "unwrap_or_default"))

(try_expression) @propagated
(try_block) @try
(try_block (block) @in.try)

(expression_statement [(call_expression) (await_expression)]) @statement
(return_expression) @return
(await_expression) @await

(attribute_item) @decorator
(impl_item trait: (_) @base)
(trait_item bounds: (trait_bounds (_) @base))
(function_item return_type: (_) @result)

(let_declaration pattern: (identifier) @bound)
(for_expression pattern: (identifier) @bound)
(let_declaration pattern: (tuple_pattern (identifier) @bound))

(let_declaration pattern: (_) @assigned value: (_) @assigned.value)
(assignment_expression left: (_) @assigned right: (_) @assigned.value)
(compound_assignment_expr left: (_) @assigned right: (_) @assigned.value)

(use_declaration) @import

[(line_comment) (block_comment) (string_literal) (raw_string_literal) (char_literal)] @text
