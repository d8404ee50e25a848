# Bare Debian 12 systems in folders, for scripts that try packages as strangers would: `. tests/bare.sh`, then
#   bare_base FOLDER           makes FOLDER/base by debootstrap, once, from the mirror that this machine's apt has; 77 where that cannot be
#   bare_new FOLDER NAME       a fresh copy of it in FOLDER/NAME
#   bare_run ROOT COMMAND...   runs a command there, as root; what is mounted for it is gone with it
#   bare_as USER ROOT COMMAND...   as somebody else

bare_base() {
    if ! command -v debootstrap >/dev/null || [ "$(id -u)" != 0 ]; then
        echo "not tested: debootstrap is not there, or this is not root"
        exit 77
    fi
    [ ! -e "$1/base/.whole" ] || return 0
    rm -rf "$1/base"
    mkdir -p "$1"
    mirror=$(apt-get indextargets --format '$(REPO_URI) $(RELEASE)' 'Created-By: Packages' | awk '$2 == "bookworm" {print $1; exit}')
    if [ -z "$mirror" ]; then
        echo "not tested: apt knows no mirror of Debian 12"
        exit 77
    fi
    debootstrap --variant=minbase bookworm "$1/base" "$mirror" >"$1/debootstrap.log" 2>&1 || {
        tail "$1/debootstrap.log" >&2
        exit 1
    }
    # How packages come here, they come there.
    cp -L /etc/resolv.conf "$1/base/etc/resolv.conf"
    apt-config dump | grep -E '^Acquire::(http|https)::|^Acquire::Check-Valid-Until' >"$1/base/etc/apt/apt.conf.d/99as-here" || :
    : >"$1/base/.whole"
}

bare_new() {
    rm -rf "${1:?}/$2"
    cp -a --reflink=auto "$1/base" "$1/$2"
    rm "$1/$2/.whole"
}

bare_as() {
    # shellcheck disable=SC2016 # the inner shell's
    unshare --mount sh -c 'user=$1 root=$2; shift 2; mount -t proc proc "$root/proc" && exec chroot --userspec="$user" "$root" \
        /usr/bin/env -i HOME=/tmp PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"' sh "$@"
}

bare_run() {
    bare_as root "$@"
}
