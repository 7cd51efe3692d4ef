; TOML: the table headers under their full dotted names, and the direct keys of tables and of the document. Keys of
; inline tables are values. A quoted key keeps its quotes, since no node holds its text without them.

(table [(bare_key) (dotted_key) (quoted_key)] @name) @definition.section
(table_array_element [(bare_key) (dotted_key) (quoted_key)] @name) @definition.section

(document (pair . [(bare_key) (dotted_key)] @name) @definition.section)
(table (pair . [(bare_key) (dotted_key)] @name) @definition.section)
(table_array_element (pair . [(bare_key) (dotted_key)] @name) @definition.section)

; An empty key names nothing.
(document
  (pair
    .
    (quoted_key) @name
    (#not-eq? @name "\"\"")
    (#not-eq? @name "''")) @definition.section)
(table
  (pair
    .
    (quoted_key) @name
    (#not-eq? @name "\"\"")
    (#not-eq? @name "''")) @definition.section)
(table_array_element
  (pair
    .
    (quoted_key) @name
    (#not-eq? @name "\"\"")
    (#not-eq? @name "''")) @definition.section)
