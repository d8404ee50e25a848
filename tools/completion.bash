# Completion of hexad for bash: the program itself knows its commands, verbs and options.
_hexad() {
    local word=${COMP_WORDS[COMP_CWORD]} words
    COMPREPLY=()
    # The commands so far: everything before the first option or argument that is none.
    local -a path=("${COMP_WORDS[0]}")
    local i next
    for ((i = 1; i < COMP_CWORD && i < 3; i++)); do
        next=${COMP_WORDS[i]}
        words=$("${path[@]}" --complete 2>/dev/null | cut -f 1)
        [[ $next != -* && $'\n'"$words"$'\n' == *$'\n'"$next"$'\n'* ]] || break
        path+=("$next")
    done
    words=$("${path[@]}" --complete 2>/dev/null | cut -f 1)
    # Options wait for a dash; commands come as soon as they can.
    [[ $word == -* ]] || words=$(grep -v '^-' <<<"$words")
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
    [[ ${#COMPREPLY[@]} != 1 || ${COMPREPLY[0]} != *= ]] || compopt -o nospace 2>/dev/null
}
complete -o default -F _hexad hexad
