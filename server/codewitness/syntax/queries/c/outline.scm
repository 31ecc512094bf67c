; inherits: c_family

(function_definition type: (_) @result)
