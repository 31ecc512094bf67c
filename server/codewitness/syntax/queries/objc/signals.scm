; inherits: c_family

[(message_expression) (va_arg_expression)] @call

(throw_statement . (_) @raise)
(catch_clause (type_name . [(type_identifier) (typedefed_specifier) (generic_specifier)] @handle))

(try_statement) @try

; Types that are written as expressions.
(typeof_specifier) @outside
