; inherits: c_family

(for_statement . (_) . (_) . (_) @iterated (compound_statement) @in.loop)
(for_statement (compound_statement) @in.loop)

(try_statement) @try
(try_statement . (_) @in.try)
(catch_clause) @handler
(catch_clause (compound_statement) @in.handler)
(finally_clause (compound_statement) @in.finally)
(synchronized_statement) @with
(synchronized_statement (compound_statement) @in.with)

(throw_statement) @raised

(method_definition . (method_type) @result)
(class_interface superclass: (_) @base)
(class_interface (parameterized_arguments (_) @base))
(protocol_reference_list (identifier) @base)
(expression_statement (message_expression)) @statement
