; What surrounds what, and the statements that signals do not list; see `syntax/outline.py`.

[(while) (until) (for) (while_modifier) (until_modifier)] @loop
(call method: (identifier) @_each block: (_) @in.loop
  (#match? @_each "^(each|each_.*|.*_each|times|upto|downto|step|loop|cycle)$")) @loop
(call method: (identifier) @_map block: (_) @in.comprehension
  (#match? @_map "^(map|flat_map|select|reject|filter|inject|reduce|collect|find|detect|any\\?|all\\?|none\\?|sum|min_by|max_by|sort_by|group_by|partition|find_index|filter_map)$")) @comprehension
(call receiver: (_) @iterated method: (identifier) @_each
  (#match? @_each "^(each|each_.*|map|flat_map|select|reject|filter|filter_map|collect)$"))
(for value: (in (_) @iterated))
(for body: (_) @in.loop)
(while condition: (_) @in.loop @condition body: (_) @in.loop)
(until condition: (_) @in.loop @condition body: (_) @in.loop)
(while_modifier body: (_) @in.loop condition: (_) @in.loop @condition)
(until_modifier body: (_) @in.loop condition: (_) @in.loop @condition)

[(if) (unless) (if_modifier) (unless_modifier) (case) (case_match)] @conditional
(if condition: (_) @condition)
(if consequence: (_) @in.branch)
(if alternative: (_) @in.branch @in.else)
(unless condition: (_) @condition)
(unless consequence: (_) @in.branch)
(unless alternative: (_) @in.branch @in.else)
(elsif condition: (_) @condition)
(elsif consequence: (_) @in.branch)
(elsif alternative: (_) @in.branch @in.else)
(if_modifier body: (_) @in.branch condition: (_) @condition)
(unless_modifier body: (_) @in.branch condition: (_) @condition)
(case value: (_) @condition)
(case_match value: (_) @condition)
(when body: (_) @in.branch)
(in_clause body: (_) @in.branch)
(case (else) @in.branch)
(conditional
  condition: (_) @condition consequence: (_) @in.branch alternative: (_) @in.branch @fallback)
(binary operator: ["&&" "||" "and" "or"] right: (_) @in.branch)
(binary operator: ["||" "or"] right: (_) @fallback)
(operator_assignment operator: "||=" right: (_) @fallback)

[(rescue) (rescue_modifier)] @try
(begin (_) @in.try (rescue))
(body_statement (_) @in.try (rescue))
(do_block body: (body_statement (_) @in.try (rescue)))
(rescue_modifier body: (_) @in.try)
[(rescue) (rescue_modifier)] @handler
(rescue body: (_) @in.handler)
(rescue_modifier handler: (_) @in.handler @fallback)
(ensure) @in.finally
(begin (else) @in.else)
(body_statement (else) @in.else)

((call !receiver method: (identifier) @_raise) @raised (#any-of? @_raise "raise" "fail"))
([
  (then (identifier) @raised)
  (body_statement (identifier) @raised)
  (block_body (identifier) @raised)
  (if_modifier body: (identifier) @raised)
  (unless_modifier body: (identifier) @raised)
  (rescue_modifier handler: (identifier) @raised)
  (binary (identifier) @raised)
  (conditional consequence: (identifier) @raised)
  (conditional alternative: (identifier) @raised)
  (else (identifier) @raised)
  (ensure (identifier) @raised)
  (begin (identifier) @raised)
  (parenthesized_statements (identifier) @raised)
] (#any-of? @raised "raise" "fail"))

(body_statement (call) @statement . (_))
(block_body (call) @statement . (_))
(begin (call) @statement)
(then (call) @statement)
(else (call) @statement)
(do (call) @statement)
(ensure (call) @statement)
(if_modifier body: (call) @statement)
(unless_modifier body: (call) @statement)
(return) @return
(yield) @yield

(superclass (_) @base)
(optional_parameter value: (_) @default)
(keyword_parameter value: (_) @default)

(assignment left: (identifier) @bound)
(operator_assignment left: (identifier) @bound)
(left_assignment_list (identifier) @bound)
(exception_variable (identifier) @bound)
(block_parameters (identifier) @bound)

(assignment left: (_) @assigned right: (_) @assigned.value)
(operator_assignment left: (_) @assigned right: (_) @assigned.value)

[(comment) (string_content) (heredoc_content) (simple_symbol) (regex)] @text
