; JSON: object keys at depth 1 and 2, counted from the document. Arrays end the descent: what they hold repeats the
; same keys and names nothing. A key with escapes keeps its quotes, since no node holds its text without them.

(document
  (object
    (pair key: (string . (string_content) @name .)) @definition.section))
(document
  (object
    (pair key: (string (escape_sequence)) @name) @definition.section))

(document
  (object
    (pair
      value: (object
        (pair key: (string . (string_content) @name .)) @definition.section))))
(document
  (object
    (pair
      value: (object
        (pair key: (string (escape_sequence)) @name) @definition.section))))
