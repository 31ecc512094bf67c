(binary_operator lhs: (_) @name rhs: (function_definition)) @definition.function
((argument name: (_) @name value: (function_definition)) @definition.function)
((binary_operator
  lhs: (identifier) @name
  rhs: (call function: (identifier) @_word)) @definition.class
  (#any-of? @_word "setClass" "setRefClass" "R6Class" "ggproto"))
((program (call
  function: (identifier) @_word
  arguments: (arguments . (argument value: (string content: (_) @name)))) @definition.class)
  (#any-of? @_word "setClass" "setRefClass" "R6Class"))
((call
  function: (identifier) @_word
  arguments: (arguments . (argument value: (string content: (_) @name)))) @definition.function
  (#any-of? @_word "setMethod" "setGeneric" "setValidity"))
((call
  function: (identifier) @_word
  arguments: (arguments . (argument value: (string content: (_) @name)))) @definition.function @test
  (#eq? @_word "test_that"))
(comment) @comment
