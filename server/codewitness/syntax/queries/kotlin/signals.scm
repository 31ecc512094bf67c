(call_expression) @call
(constructor_delegation_call) @call
(delegation_specifier (constructor_invocation) @call)

(navigation_suffix (simple_identifier)) @attribute
(callable_reference (type_identifier) (simple_identifier)) @attribute

(directly_assignable_expression (navigation_suffix) @attribute.write .)
(directly_assignable_expression
  (parenthesized_expression (navigation_expression (navigation_suffix) @attribute.write .)))
(postfix_expression (navigation_expression (navigation_suffix) @attribute.write .) ["++" "--"])
(prefix_expression ["++" "--"] (navigation_expression (navigation_suffix) @attribute.write .))

(indexing_suffix) @subscript

(jump_expression "throw" (_) @raise)

(catch_block [(user_type) (nullable_type)] @handle)

[(for_statement) (while_statement) (do_while_statement)] @loop
[(if_expression) (when_expression)] @conditional
(try_expression) @try

(annotation) @outside
(prefix_expression . (annotation) . (parenthesized_expression) @outside .)  ; its arguments

(simple_identifier) @word
(interpolated_identifier) @word
(variable_declaration (simple_identifier) @word.bound)
(catch_block (simple_identifier) @word.bound)
