((list_lit . (sym_lit (sym_name) @_word) . (sym_lit (sym_name) @name)) @definition.function
  (#match? @_word "^(defn-?|defmacro|defmulti|defmethod|definline)$"))
((list_lit . (sym_lit (sym_name) @_word) . (sym_lit (sym_name) @name)) @definition.function @test
  (#any-of? @_word "deftest" "defspec"))
((list_lit . (sym_lit (sym_name) @_word) . (sym_lit (sym_name) @name)) @definition.class
  (#match? @_word "^(defprotocol|defrecord|deftype|definterface|defstruct)$"))
((list_lit . (sym_lit (sym_name) @_word) . (sym_lit (sym_name) @name)) @definition.type
  (#match? @_word "^(def|defonce|s/def)$"))
(comment) @comment
