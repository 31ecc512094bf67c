(data_type name: (_) @name) @definition.class
(newtype name: (_) @name) @definition.class
(type_synomym name: (_) @name) @definition.type
(class name: (_) @name) @definition.trait
(instance name: (_) @name patterns: (_) @name) @definition.extension
(declarations (function name: (_) @name) @definition.function)
(declarations (bind name: (_) @name) @definition.function)
(declarations (signature) @lead . (function name: (_) @name) @definition.function)
(declarations (signature) @lead . (bind name: (_) @name) @definition.function)
((declarations
  (signature name: (_) @_of) @lead . [(haddock) (comment) (pragma)]+
  . (function name: (_) @name) @definition.function)
  (#eq? @_of @name))
((declarations
  (signature name: (_) @_of) @lead . [(haddock) (comment) (pragma)]+
  . (bind name: (_) @name) @definition.function)
  (#eq? @_of @name))
(instance_declarations (function name: (_) @name) @definition.function)
(instance_declarations (bind name: (_) @name) @definition.function)
(class_declarations (signature name: (_) @name) @definition.function)
(comment) @comment
(haddock) @comment
