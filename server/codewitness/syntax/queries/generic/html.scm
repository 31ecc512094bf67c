((element
  (start_tag
    (attribute
      (attribute_name) @_word
      (quoted_attribute_value (attribute_value) @name)))) @definition.type
  (#eq? @_word "id"))
(script_element (start_tag (tag_name) @name)) @definition.type
(style_element (start_tag (tag_name) @name)) @definition.type
(comment) @comment
