# What ./bascule of a checkout and bin/bascule of a release archive have in common: read by them, never run.
# stdout belongs to the command's data: everything said here goes to stderr.

say() { printf 'bascule: %s\n' "$*" >&2; }
environment_unusable() { # message, remedy
    say "$1"
    say "  remedy: $2"
    exit 5
}

# Sets java to JAVA_HOME's, else to the first on PATH.
find_java() {
    if [ -n "${JAVA_HOME:-}" ]; then
        java=$JAVA_HOME/bin/java
        [ -x "$java" ] || environment_unusable "JAVA_HOME is $JAVA_HOME, where there is no bin/java" \
            "point JAVA_HOME at a JDK 17 or later, or unset it"
    else
        java=$(command -v java) || environment_unusable "no Java found on the PATH" \
            "install a JDK 17 or later (Debian: apt install openjdk-17-jdk-headless; macOS: brew install openjdk@17)"
    fi
}

check_java() {
    version=$("$java" -version 2>&1 | sed -n 's/.* version "\([0-9]*\).*/\1/p' | head -n 1)
    [ "${version:-0}" -ge 17 ] || environment_unusable "$java is Java ${version:-of an unknown version}, too old" \
        "install a JDK 17 or later and point JAVA_HOME at it"
}

# Becomes the JVM. exec: Ctrl-C and exit codes belong to it. Native access is granted in the jar's manifest (JDK 22 and
# later); further JVM flags come by JDK_JAVA_OPTIONS.
start() { # home, folder of jvm.options, jar, the command's words
    home=$1
    options=$2/jvm.options
    jar=$3
    shift 3
    # Java on Linux takes letters beyond ASCII in names of files for none where the locale has no charset: cron, containers.
    case $(uname -s):${LC_ALL:-${LC_CTYPE:-${LANG:-}}} in
        Linux: | Linux:C | Linux:POSIX) export LC_ALL=C.UTF-8 ;;
    esac
    # ONNX Runtime and DJL call home unless told not to.
    export ORT_DISABLE_TELEMETRY=1 OPT_OUT_TRACKING=true
    if [ -n "${BASCULE_PLUGINS:-}" ]; then # jars of third parties' backends, divided as in a class path
        set -- --enable-native-access=ALL-UNNAMED -cp "$jar:$BASCULE_PLUGINS" dev.bascule.cli.Main "$@"
    else
        set -- -jar "$jar" "$@"
    fi
    # Java asks the system where its user is at home; everybody else asks HOME.
    case ${HOME:-} in
        /*) set -- "-Duser.home=$HOME" "$@" ;;
    esac
    exec "$java" "@$options" -Dbascule.home="$home" -Dbascule.command="$0" "$@"
}
