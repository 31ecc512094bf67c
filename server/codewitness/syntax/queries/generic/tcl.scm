(procedure name: (_) @path) @definition.function
(namespace (word_list . (simple_word) @_word . (simple_word) @path . (braced_word))) @definition.module
(comment) @comment
