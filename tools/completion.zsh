#compdef hexad
# Completion of hexad for zsh: the program itself knows its commands, verbs and options.
_hexad() {
    local -a asked known described whole begun
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
    # An option that takes a value is not over at its equals sign.
    begun=(${(M)described:#--*=:*})
    whole=(${described:#--*=:*})
    _describe hexad whole -- begun -S '' || _files
}
_hexad "$@"
