; JSX, for JavaScript and TSX: an element is a call of its component.

; A plain lower-case name is an element of the platform, not a component. Which names those are is a closed list (HTML,
; then SVG); names with a hyphen are no identifiers of code anyway. One `#not-eq?` each, since py-tree-sitter 0.26 gets
; `#not-any-of?` with several values wrong.
([
  (jsx_opening_element name: (identifier) @name)
  (jsx_self_closing_element name: (identifier) @name)
] @reference.call
  (#not-eq? @name "a") (#not-eq? @name "abbr") (#not-eq? @name "address") (#not-eq? @name "area")
  (#not-eq? @name "article") (#not-eq? @name "aside") (#not-eq? @name "audio") (#not-eq? @name "b")
  (#not-eq? @name "base") (#not-eq? @name "bdi") (#not-eq? @name "bdo") (#not-eq? @name "blockquote")
  (#not-eq? @name "body") (#not-eq? @name "br") (#not-eq? @name "button") (#not-eq? @name "canvas")
  (#not-eq? @name "caption") (#not-eq? @name "cite") (#not-eq? @name "code") (#not-eq? @name "col")
  (#not-eq? @name "colgroup") (#not-eq? @name "data") (#not-eq? @name "datalist") (#not-eq? @name "dd")
  (#not-eq? @name "del") (#not-eq? @name "details") (#not-eq? @name "dfn") (#not-eq? @name "dialog")
  (#not-eq? @name "div") (#not-eq? @name "dl") (#not-eq? @name "dt") (#not-eq? @name "em") (#not-eq? @name "embed")
  (#not-eq? @name "fieldset") (#not-eq? @name "figcaption") (#not-eq? @name "figure") (#not-eq? @name "footer")
  (#not-eq? @name "form") (#not-eq? @name "h1") (#not-eq? @name "h2") (#not-eq? @name "h3") (#not-eq? @name "h4")
  (#not-eq? @name "h5") (#not-eq? @name "h6") (#not-eq? @name "head") (#not-eq? @name "header")
  (#not-eq? @name "hgroup") (#not-eq? @name "hr") (#not-eq? @name "html") (#not-eq? @name "i")
  (#not-eq? @name "iframe") (#not-eq? @name "img") (#not-eq? @name "input") (#not-eq? @name "ins")
  (#not-eq? @name "kbd") (#not-eq? @name "label") (#not-eq? @name "legend") (#not-eq? @name "li")
  (#not-eq? @name "link") (#not-eq? @name "main") (#not-eq? @name "map") (#not-eq? @name "mark")
  (#not-eq? @name "menu") (#not-eq? @name "meta") (#not-eq? @name "meter") (#not-eq? @name "nav")
  (#not-eq? @name "noscript") (#not-eq? @name "object") (#not-eq? @name "ol") (#not-eq? @name "optgroup")
  (#not-eq? @name "option") (#not-eq? @name "output") (#not-eq? @name "p") (#not-eq? @name "picture")
  (#not-eq? @name "pre") (#not-eq? @name "progress") (#not-eq? @name "q") (#not-eq? @name "rp") (#not-eq? @name "rt")
  (#not-eq? @name "ruby") (#not-eq? @name "s") (#not-eq? @name "samp") (#not-eq? @name "script")
  (#not-eq? @name "search") (#not-eq? @name "section") (#not-eq? @name "select") (#not-eq? @name "slot")
  (#not-eq? @name "small") (#not-eq? @name "source") (#not-eq? @name "span") (#not-eq? @name "strong")
  (#not-eq? @name "style") (#not-eq? @name "sub") (#not-eq? @name "summary") (#not-eq? @name "sup")
  (#not-eq? @name "table") (#not-eq? @name "tbody") (#not-eq? @name "td") (#not-eq? @name "template")
  (#not-eq? @name "textarea") (#not-eq? @name "tfoot") (#not-eq? @name "th") (#not-eq? @name "thead")
  (#not-eq? @name "time") (#not-eq? @name "title") (#not-eq? @name "tr") (#not-eq? @name "track") (#not-eq? @name "u")
  (#not-eq? @name "ul") (#not-eq? @name "var") (#not-eq? @name "video") (#not-eq? @name "wbr")
  (#not-eq? @name "animate") (#not-eq? @name "animateMotion") (#not-eq? @name "animateTransform")
  (#not-eq? @name "circle") (#not-eq? @name "clipPath") (#not-eq? @name "defs") (#not-eq? @name "desc")
  (#not-eq? @name "ellipse") (#not-eq? @name "feBlend") (#not-eq? @name "feColorMatrix")
  (#not-eq? @name "feComponentTransfer") (#not-eq? @name "feComposite") (#not-eq? @name "feConvolveMatrix")
  (#not-eq? @name "feDiffuseLighting") (#not-eq? @name "feDisplacementMap") (#not-eq? @name "feDistantLight")
  (#not-eq? @name "feDropShadow") (#not-eq? @name "feFlood") (#not-eq? @name "feFuncA") (#not-eq? @name "feFuncB")
  (#not-eq? @name "feFuncG") (#not-eq? @name "feFuncR") (#not-eq? @name "feGaussianBlur") (#not-eq? @name "feImage")
  (#not-eq? @name "feMerge") (#not-eq? @name "feMergeNode") (#not-eq? @name "feMorphology")
  (#not-eq? @name "feOffset") (#not-eq? @name "fePointLight") (#not-eq? @name "feSpecularLighting")
  (#not-eq? @name "feSpotLight") (#not-eq? @name "feTile") (#not-eq? @name "feTurbulence") (#not-eq? @name "filter")
  (#not-eq? @name "foreignObject") (#not-eq? @name "g") (#not-eq? @name "image") (#not-eq? @name "line")
  (#not-eq? @name "linearGradient") (#not-eq? @name "marker") (#not-eq? @name "mask") (#not-eq? @name "metadata")
  (#not-eq? @name "mpath") (#not-eq? @name "path") (#not-eq? @name "pattern") (#not-eq? @name "polygon")
  (#not-eq? @name "polyline") (#not-eq? @name "radialGradient") (#not-eq? @name "rect") (#not-eq? @name "set")
  (#not-eq? @name "stop") (#not-eq? @name "svg") (#not-eq? @name "switch") (#not-eq? @name "symbol")
  (#not-eq? @name "text") (#not-eq? @name "textPath") (#not-eq? @name "tspan") (#not-eq? @name "use")
  (#not-eq? @name "view"))

; <a.b.Name/>. No name of an element is a read.
(jsx_opening_element [
  name: (identifier) @skip.read
  (_ object: (_) @receiver property: (property_identifier) @name) @reference.call
])
(jsx_self_closing_element [
  name: (identifier) @skip.read
  (_ object: (_) @receiver property: (property_identifier) @name) @reference.call
])
