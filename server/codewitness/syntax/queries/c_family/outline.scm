; What surrounds what, and the statements that signals do not list; see `syntax/outline.py`.

[(for_statement) (while_statement) (do_statement)] @loop
(for_statement condition: (_) @in.loop)
(for_statement update: (_) @in.loop)
(for_statement body: (_) @in.loop)
(while_statement condition: (_) @in.loop @condition body: (_) @in.loop)
(do_statement body: (_) @in.loop condition: (_) @in.loop @condition)

[(if_statement) (switch_statement)] @conditional
(if_statement condition: (_) @condition consequence: (_) @in.branch)
(if_statement alternative: (else_clause (_) @in.branch @in.else))
(switch_statement condition: (_) @condition)
(case_statement) @in.branch
(conditional_expression
  condition: (_) @condition consequence: (_)? @in.branch alternative: (_) @in.branch @fallback)
(binary_expression operator: ["&&" "||"] right: (_) @in.branch)

(expression_statement [(call_expression) (cast_expression)]) @statement
(return_statement) @return

(init_declarator declarator: (identifier) @bound)
(init_declarator declarator: (pointer_declarator declarator: (identifier) @bound))
(declaration declarator: (identifier) @bound)
(declaration declarator: (pointer_declarator declarator: (identifier) @bound))

(init_declarator declarator: (_) @assigned value: (_) @assigned.value)
(assignment_expression left: (_) @assigned right: (_) @assigned.value)
(update_expression argument: (_) @assigned @assigned.value)

[(comment) (string_literal) (char_literal) (system_lib_string)] @text
