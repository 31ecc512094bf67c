(rule_set (selectors) @name) @definition.type
(keyframes_statement (keyframes_name) @name) @definition.type
(media_statement . (_) @name) @definition.object
(mixin_statement name: (_) @name) @definition.function
(function_statement name: (_) @name) @definition.function
(comment) @comment
