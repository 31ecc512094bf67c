(declType name: (_) @name type: [(declClass) (declIntf)]) @definition.class
(declType name: (_) @name) @definition.type
(defProc header: (declProc name: (_) @path)) @definition.function
(declClass (declProc name: (_) @name) @definition.function)
(declClass (declSection (declProc name: (_) @name) @definition.function))
(comment) @comment
