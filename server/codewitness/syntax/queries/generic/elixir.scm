((call
  target: (identifier) @_word
  (arguments . (alias) @path)) @definition.module
  (#any-of? @_word "defmodule" "defprotocol" "defimpl"))
((call
  target: (identifier) @_word
  (arguments . [
    (identifier) @name
    (call target: (identifier) @name)
    (binary_operator left: (identifier) @name operator: "when")
    (binary_operator left: (call target: (identifier) @name) operator: "when")
  ])) @definition.function
  (#any-of? @_word "def" "defp" "defmacro" "defmacrop" "defguard" "defguardp" "defdelegate"))
((call
  target: (identifier) @_word
  (arguments . (string (quoted_content) @name))) @definition.function @test
  (#eq? @_word "test"))
(comment) @comment
