; inherits: c_family

(for_range_loop) @loop
(for_range_loop right: (_) @iterated body: (_) @in.loop)
(for_range_loop declarator: (identifier) @bound)
(for_range_loop declarator: (reference_declarator (identifier) @bound))
(init_declarator declarator: (reference_declarator (identifier) @bound))

[(try_statement) (seh_try_statement)] @try
(try_statement body: (_) @in.try)
(catch_clause) @handler
(catch_clause body: (_) @in.handler)

[(throw_statement)] @raised
(delete_expression (_) @deleted)
(co_await_expression) @await
(co_yield_statement) @yield
(co_return_statement) @return

(base_class_clause [(type_identifier) (qualified_identifier) (template_type)] @base)
(optional_parameter_declaration default_value: (_) @default)
(function_definition type: (_) @result)

(raw_string_literal) @text
