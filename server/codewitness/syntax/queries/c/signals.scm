; inherits: c_family

(seh_try_statement) @try
