(call_expression) @call

(field_expression) @attribute
(assignment_expression left: (field_expression) @attribute.write)
(assignment_expression left: (parenthesized_expression (field_expression) @attribute.write))
(update_expression argument: (field_expression) @attribute.write)
(update_expression argument: (parenthesized_expression (field_expression) @attribute.write))

(subscript_expression) @subscript

[(for_statement) (while_statement) (do_statement)] @loop
[(if_statement) (switch_statement)] @conditional

; What the preprocessor asks.
(preproc_if condition: (_) @outside)
(preproc_elif condition: (_) @outside)
