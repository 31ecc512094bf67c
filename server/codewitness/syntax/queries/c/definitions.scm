; inherits: c_family

; Parameters as K&R wrote them.
(parameter_list (identifier) @parameter)
