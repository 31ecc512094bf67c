; An element calls its component.
(jsx_opening_element name: (_)) @call
(jsx_self_closing_element name: (_)) @call

; The closing tag only repeats the name.
(jsx_closing_element) @outside
