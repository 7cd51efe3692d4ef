; YAML: mapping keys in block and flow style. Every pair is a section and the engine keeps two levels, so sequences are
; transparent and each document starts afresh. Merge keys, aliases and collections as keys name nothing; block scalars
; hold no pairs. A quoted key keeps its quotes, since no node holds its text without them.

(block_mapping_pair
  key: (flow_node (plain_scalar) @name)
  (#not-eq? @name "<<")) @definition.section
(block_mapping_pair
  key: (flow_node [(double_quote_scalar) (single_quote_scalar)] @name)
  (#not-eq? @name "\"\"")
  (#not-eq? @name "''")) @definition.section

(flow_pair
  key: (flow_node (plain_scalar) @name)
  (#not-eq? @name "<<")) @definition.section
(flow_pair
  key: (flow_node [(double_quote_scalar) (single_quote_scalar)] @name)
  (#not-eq? @name "\"\"")
  (#not-eq? @name "''")) @definition.section
