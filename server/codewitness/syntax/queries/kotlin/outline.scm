; What surrounds what, and the statements that signals do not list; see `syntax/outline.py`.

[(for_statement) (while_statement) (do_while_statement)] @loop
(for_statement (control_structure_body) @in.loop)
(for_statement (variable_declaration) . (_) @iterated . (control_structure_body))
(while_statement . (_) @in.loop @condition)
(while_statement (control_structure_body) @in.loop)
(do_while_statement (control_structure_body) @in.loop (_) @in.loop @condition .)

[(if_expression) (when_expression)] @conditional
(if_expression condition: (_) @condition)
(if_expression consequence: (_) @in.branch)
(if_expression alternative: (_) @in.branch @in.else)
(when_subject) @condition
(when_entry (when_condition) @condition)
(when_entry (control_structure_body) @in.branch)
(conjunction_expression (_) . (_) @in.branch)
(disjunction_expression (_) . (_) @in.branch)
(elvis_expression (_) . (_) @in.branch @fallback)

(try_expression) @try
(try_expression . (statements) @in.try)
(catch_block) @handler
(catch_block (statements) @in.handler)
(finally_block (statements) @in.finally)

(statements (call_expression) @statement)
(control_structure_body . (call_expression) @statement .)
((jump_expression) @return (#match? @return "^return"))
((jump_expression) @raised (#match? @raised "^throw"))
(function_body "=" (_) @tail)

(modifiers (annotation) @decorator)
(function_declaration
  (function_value_parameters) . [(user_type) (nullable_type) (function_type)] @result)
(delegation_specifier (_) @base)
(function_value_parameters (parameter) . (_) @default)
(class_parameter (user_type) . (_) @default)

(property_declaration (variable_declaration . (simple_identifier) @bound))
(property_declaration (multi_variable_declaration (variable_declaration . (simple_identifier) @bound)))
(for_statement (variable_declaration . (simple_identifier) @bound))
(catch_block . (simple_identifier) @bound)

(property_declaration (variable_declaration) @assigned . (_) @assigned.value)
(assignment . (_) @assigned . (_) @assigned.value)
(postfix_expression (_) @assigned @assigned.value ["++" "--"])
(prefix_expression ["++" "--"] (_) @assigned @assigned.value)

[(line_comment) (multiline_comment) (string_content) (character_literal)] @text
