; Patterns are tied to the first or last of a command's words: a command may have thousands.

((command (unit (identifier) @_word) . (block . (unit (identifier) @name))) @definition.class
  (#any-of? @_word "class" "interface" "trait" "enum"))
((command . (unit (identifier) @_word) . (unit (identifier) @name) (block)) @definition.class
  (#any-of? @_word "class" "interface" "trait" "enum"))
((command (unit (identifier) @_word) . (block . (unit (identifier) @name))) @definition.type
  (#eq? @_word "task"))
((command . (unit (identifier) @_word) (block . (unit (func . (identifier) @name)))) @definition.function
  (#not-any-of? @_word "return" "new" "else" "assert")
  (#not-any-of? @name "if" "for" "while" "switch" "catch"))
((command . (decorate) . (unit (identifier) @_word) (block . (unit (func . (identifier) @name)))) @definition.function
  (#not-any-of? @name "if" "for" "while" "switch" "catch"))
((block . (unit (func . (identifier) @_word (arg_block . (unit . (identifier) @name))))) @definition.type
  (#eq? @_word "task"))
