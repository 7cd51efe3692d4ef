; JSX: a closing tag says nothing new, and a name with a namespace is no identifier of code.

(jsx_closing_element) @skip.read
(jsx_namespace_name) @skip.read
