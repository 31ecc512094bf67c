(script_element (start_tag (tag_name) @name)) @definition.type
(style_element (start_tag (tag_name) @name)) @definition.type
(comment) @comment
