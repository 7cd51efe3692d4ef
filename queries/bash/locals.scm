; Bash: reads and writes of variables, local names, doc text. Variables are no symbols; a function's `local` ones are its
; own. (A callee sees them too: that is not followed.)

; --- reads: $a, ${a:-b}, ${a[i]}, $((a + 1)), export a -------------------------------------------------------------

(variable_name) @name @reference.read

; --- writes ----------------------------------------------------------------------------------------------------------

(variable_assignment name: (variable_name) @name) @reference.write
(variable_assignment name: (subscript name: (variable_name) @name)) @reference.write
(for_statement variable: (variable_name) @name) @reference.write
(unset_command (variable_name) @name) @reference.write
(postfix_expression (word) @name) @reference.write

; read -r a b
(command
  name: (command_name (word) @_read)
  argument: (word) @name @reference.write
  (#any-of? @_read "read" "mapfile" "readarray")
  (#not-eq? @name "-r") (#not-eq? @name "-a") (#not-eq? @name "-p") (#not-eq? @name "-s") (#not-eq? @name "-n")
  (#not-eq? @name "-t") (#not-eq? @name "-d") (#not-eq? @name "-u") (#not-eq? @name "-e") (#not-eq? @name "-ra")
  (#not-eq? @name "-rp") (#not-eq? @name "-rs") (#not-eq? @name "-rd") (#not-eq? @name "-rn"))

; --- local names -----------------------------------------------------------------------------------------------------

; At the top of a script `declare` makes a global.
(declaration_command "local" (variable_name) @local)
(declaration_command "local" (variable_assignment name: (variable_name) @local))
(declaration_command ["declare" "typeset"] (variable_name) @local)
(declaration_command ["declare" "typeset"] (variable_assignment name: (variable_name) @name @local) @reference.write)

; --- doc text --------------------------------------------------------------------------------------------------------

(comment) @comment
