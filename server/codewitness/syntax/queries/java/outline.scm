; What surrounds what, and the statements that signals do not list; see `syntax/outline.py`.

[(for_statement) (enhanced_for_statement) (while_statement) (do_statement)] @loop
(for_statement condition: (_) @in.loop)
(for_statement update: (_) @in.loop)
(for_statement body: (_) @in.loop)
(enhanced_for_statement value: (_) @iterated body: (_) @in.loop)
(while_statement condition: (_) @in.loop @condition body: (_) @in.loop)
(do_statement body: (_) @in.loop condition: (_) @in.loop @condition)

[(if_statement) (switch_expression)] @conditional
(if_statement condition: (_) @condition consequence: (_) @in.branch)
(if_statement alternative: (_) @in.branch @in.else)
(switch_expression condition: (_) @condition)
(switch_block_statement_group) @in.branch
(switch_rule) @in.branch
(ternary_expression
  condition: (_) @condition consequence: (_) @in.branch alternative: (_) @in.branch @fallback)
(binary_expression operator: ["&&" "||"] right: (_) @in.branch)

[(try_statement) (try_with_resources_statement)] @try
(try_statement body: (_) @in.try)
(try_with_resources_statement resources: (_) @in.try @in.with body: (_) @in.try @in.with)
(catch_clause) @handler
(catch_clause body: (_) @in.handler)
(finally_clause (block) @in.finally)
(synchronized_statement) @with
(synchronized_statement body: (_) @in.with)

(expression_statement [(method_invocation) (object_creation_expression)]) @statement
(return_statement) @return
(lambda_expression body: (expression) @tail)
(throw_statement) @raised

(modifiers [(marker_annotation) (annotation)] @decorator)
(superclass (_) @base)
(super_interfaces (type_list (_) @base))
(extends_interfaces (type_list (_) @base))
(method_declaration type: (_) @result)

(local_variable_declaration declarator: (variable_declarator name: (identifier) @bound))
(enhanced_for_statement name: (identifier) @bound)
(catch_formal_parameter name: (identifier) @bound)
(resource name: (identifier) @bound)

(variable_declarator name: (_) @assigned value: (_) @assigned.value)
(assignment_expression left: (_) @assigned right: (_) @assigned.value)
(update_expression (_) @assigned @assigned.value)

[(line_comment) (block_comment) (string_literal) (character_literal)] @text
