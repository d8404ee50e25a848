#compdef hexad
# Completion of hexad for zsh: the program itself knows its commands, verbs and options.
_hexad() {
    local -a asked known described
    local i
    asked=("$words[1]")
    for ((i = 2; i < CURRENT && i < 4; i++)); do
        known=(${(f)"$($asked --complete 2>/dev/null | cut -f 1)"})
        [[ $words[i] != -* ]] && ((${known[(Ie)$words[i]]})) || break
        asked+=("$words[i]")
    done
    described=(${(f)"$($asked --complete 2>/dev/null)"})
    described=("${(@)${(@)described//:/\\:}//$'\t'/:}")
    # Options wait for a dash; commands come as soon as they can.
    [[ $PREFIX == -* ]] || described=(${described:#-*})
    _describe hexad described || _files
}
_hexad "$@"
