; What surrounds what, and the statements that signals do not list; see `syntax/outline.py`.

[(for_statement) (foreach_statement) (while_statement) (do_statement)] @loop
(for_statement condition: (_) @in.loop)
(for_statement update: (_) @in.loop)
(for_statement body: (_) @in.loop)
(foreach_statement right: (_) @iterated body: (_) @in.loop)
(while_statement condition: (_) @in.loop @condition body: (_) @in.loop)
(do_statement body: (_) @in.loop condition: (_) @in.loop @condition)
(foreach_statement "await" @await)

[(if_statement) (switch_statement) (switch_expression)] @conditional
(if_statement condition: (_) @condition consequence: (_) @in.branch)
(if_statement alternative: (_) @in.branch @in.else)
(switch_statement value: (_) @condition)
(switch_expression . (_) @condition)
(switch_section) @in.branch
(switch_expression_arm) @in.branch
(conditional_expression
  condition: (_) @condition consequence: (_) @in.branch alternative: (_) @in.branch @fallback)
(binary_expression operator: ["&&" "||" "??"] right: (_) @in.branch)
(binary_expression operator: "??" right: (_) @fallback)
(assignment_expression operator: "??=" right: (_) @fallback)
(conditional_access_expression condition: (_) . (_) @in.branch)

(try_statement) @try
(try_statement body: (_) @in.try)
(catch_clause) @handler
(catch_clause body: (_) @in.handler)
(finally_clause (block) @in.finally)
(using_statement) @with
(local_declaration_statement "using") @with
(using_statement body: (_) @in.with)
(lock_statement) @with
(lock_statement (_) (_) @in.with)

(expression_statement
  [(invocation_expression) (object_creation_expression) (await_expression)
    (conditional_access_expression)]) @statement
(return_statement) @return
(arrow_expression_clause (_) @tail)
(lambda_expression body: (expression) @tail)
(yield_statement) @yield
(await_expression) @await
[(throw_statement) (throw_expression)] @raised

(attribute_list (attribute) @decorator)
(base_list (_) @base)
(parameter name: (_) . (_) @default)
(method_declaration returns: (_) @result)

(local_declaration_statement (variable_declaration (variable_declarator name: (identifier) @bound)))
(foreach_statement left: (identifier) @bound)
(catch_declaration name: (identifier) @bound)

(variable_declarator name: (_) @assigned . (_) @assigned.value)
(assignment_expression left: (_) @assigned right: (_) @assigned.value)
(postfix_unary_expression (_) @assigned @assigned.value ["++" "--"])
(prefix_unary_expression ["++" "--"] (_) @assigned @assigned.value)

[
  (comment) (string_literal) (verbatim_string_literal) (raw_string_literal) (string_content)
  (character_literal)
] @text
