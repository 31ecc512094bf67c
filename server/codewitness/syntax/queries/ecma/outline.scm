; What JavaScript and TypeScript have in common.

[(for_statement) (for_in_statement) (while_statement) (do_statement)] @loop
(for_statement condition: (_) @in.loop)
(for_statement increment: (_) @in.loop)
(for_statement body: (_) @in.loop)
(for_in_statement body: (_) @in.loop)
(for_in_statement right: (_) @iterated)
(while_statement condition: (_) @in.loop @condition body: (_) @in.loop)
(do_statement body: (_) @in.loop condition: (_) @in.loop @condition)

[(if_statement) (switch_statement)] @conditional
(if_statement condition: (_) @condition consequence: (_) @in.branch)
(if_statement alternative: (else_clause (_) @in.branch @in.else))
(switch_statement value: (_) @condition)
(switch_case) @in.branch
(switch_default) @in.branch
(ternary_expression
  condition: (_) @condition consequence: (_) @in.branch alternative: (_) @in.branch @fallback)
(binary_expression operator: ["&&" "||" "??"] right: (_) @in.branch)
(binary_expression operator: ["||" "??"] right: (_) @fallback)
(augmented_assignment_expression operator: ["||=" "??="] right: (_) @fallback)

(try_statement) @try
(try_statement body: (_) @in.try)
(catch_clause) @handler
(catch_clause body: (_) @in.handler)
(finally_clause body: (_) @in.finally)

(expression_statement [(call_expression) (new_expression) (await_expression) (unary_expression)])
  @statement
(return_statement) @return
(arrow_function body: [(parenthesized_expression) (expression)] @tail)
(yield_expression) @yield
(await_expression) @await
(for_in_statement "await" @await)
(throw_statement) @raised

(decorator) @decorator

(variable_declarator name: (identifier) @bound)
(variable_declarator name: (object_pattern (shorthand_property_identifier_pattern) @bound))
(variable_declarator name: (object_pattern (pair_pattern value: (identifier) @bound)))
(variable_declarator name: (array_pattern (identifier) @bound))
(for_in_statement left: (identifier) @bound)
(catch_clause parameter: (identifier) @bound)

(variable_declarator name: (_) @assigned value: (_) @assigned.value)
(assignment_expression left: (_) @assigned right: (_) @assigned.value)
(augmented_assignment_expression left: (_) @assigned right: (_) @assigned.value)
(update_expression argument: (_) @assigned @assigned.value)
(unary_expression operator: "delete" argument: (_) @deleted)

(comment) @text
(string) @text
(string_fragment) @text
(regex) @text
