((command (unit (identifier) @_word) (block . (unit (identifier) @name))) @definition.class
  (#any-of? @_word "class" "interface" "trait" "enum"))
((command (unit (identifier) @_word) (block . (unit (identifier) @name))) @definition.type
  (#eq? @_word "task"))
((command (unit (identifier) @_word) (block . (unit (func . (identifier) @name)))) @definition.function
  (#not-any-of? @_word "return" "new" "else" "assert")
  (#not-any-of? @name "if" "for" "while" "switch" "catch"))
((block . (unit (func . (identifier) @_word (arg_block . (unit . (identifier) @name))))) @definition.type
  (#eq? @_word "task"))
