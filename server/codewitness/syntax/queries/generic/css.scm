(rule_set (selectors) @name) @definition.type
(keyframes_statement (keyframes_name) @name) @definition.type
(media_statement . (_) @name) @definition.object
(comment) @comment
