# The folders of what the program, libhexad and the browser share; they need nothing but libc, libm and threads.
set(core_folders base game connect/board connect/threat connect/forcing connect/record connect/eval connect/engine play connect/exact connect/proof)
# And those that libhexad has besides; everything else is the program's.
set(library_folders ${core_folders} connect/game connect/puzzle connect/theory go net mcts play/agent play/games face)
