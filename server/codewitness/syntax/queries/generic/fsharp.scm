(named_module name: (_) @path) @definition.module
(module_defn (identifier) @name) @definition.module
(type_definition (_ (type_name type_name: (_) @name))) @definition.class
(member_defn (method_or_prop_defn name: (property_or_ident (identifier) @name .))) @definition.function
(named_module (declaration_expression (function_or_value_defn (function_declaration_left . (_) @name))) @definition.function)
(file (declaration_expression (function_or_value_defn (function_declaration_left . (_) @name))) @definition.function)
(namespace (declaration_expression (function_or_value_defn (function_declaration_left . (_) @name))) @definition.function)
(module_defn (declaration_expression (function_or_value_defn (function_declaration_left . (_) @name))) @definition.function)
(line_comment) @comment
(block_comment) @comment
