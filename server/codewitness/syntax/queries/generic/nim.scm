(type_declaration (type_symbol_declaration name: (identifier) @name)) @definition.class
(type_declaration (type_symbol_declaration name: (exported_symbol . (_) @name))) @definition.class
(proc_declaration name: [(identifier) (accent_quoted)] @name) @definition.function
(proc_declaration name: (exported_symbol . (_) @name)) @definition.function
(func_declaration name: [(identifier) (accent_quoted)] @name) @definition.function
(func_declaration name: (exported_symbol . (_) @name)) @definition.function
(method_declaration name: [(identifier) (accent_quoted)] @name) @definition.function
(method_declaration name: (exported_symbol . (_) @name)) @definition.function
(iterator_declaration name: [(identifier) (accent_quoted)] @name) @definition.function
(iterator_declaration name: (exported_symbol . (_) @name)) @definition.function
(converter_declaration name: [(identifier) (accent_quoted)] @name) @definition.function
(converter_declaration name: (exported_symbol . (_) @name)) @definition.function
(template_declaration name: [(identifier) (accent_quoted)] @name) @definition.macro
(template_declaration name: (exported_symbol . (_) @name)) @definition.macro
(macro_declaration name: [(identifier) (accent_quoted)] @name) @definition.macro
(macro_declaration name: (exported_symbol . (_) @name)) @definition.macro
(comment) @comment
