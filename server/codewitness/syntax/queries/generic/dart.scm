(class_definition name: (_) @name) @definition.class
(enum_declaration name: (_) @name) @definition.enum
(mixin_declaration (identifier) @name) @definition.trait
(extension_declaration name: (_) @name) @definition.extension
(program (function_signature name: (_) @name) @definition.function)
(program (function_signature name: (_) @name) @definition.function . (function_body) @tail)
(program (getter_signature name: (_) @name) @definition.function . (function_body) @tail)
(program (setter_signature name: (_) @name) @definition.function . (function_body) @tail)
(method_signature (_ name: (_) @name)) @definition.function
((method_signature (_ name: (_) @name)) @definition.function . (function_body) @tail)
(declaration (_ name: (identifier) @name parameters: (_))) @definition.function
(declaration (function_signature name: (_) @name)) @definition.function
(comment) @comment
(documentation_comment) @comment
