package dev.bascule.bridge.discovery;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The upstream version of the package that a file belongs to: for programs that do not tell it. Stateless. */
final class PackageVersion {
    /** An epoch, the upstream version, then the distribution's own revision. */
    private static final Pattern VERSION = Pattern.compile("^(?:\\d+:)?(?<upstream>\\d+(?:\\.\\d+)+)");

    private PackageVersion() {}

    /** Asks dpkg, then rpm, then pacman; nothing where none of them knows the file. */
    static Optional<String> of(Path file, CommandRunner commands) {
        return ask(commands, "dpkg-query", "-S", file.toString())
                .flatMap(PackageVersion::debianPackage)
                .flatMap(name -> ask(commands, "dpkg-query", "-W", "-f", "${Version}", name))
                .flatMap(PackageVersion::upstream)
                .or(() -> ask(commands, "rpm", "-qf", "--qf", "%{VERSION}", file.toString())
                        .flatMap(PackageVersion::upstream))
                .or(() -> ask(commands, "pacman", "-Qo", file.toString()).flatMap(PackageVersion::ownedBy));
    }

    private static Optional<String> ask(CommandRunner commands, String... command) {
        return commands.run(List.of(command), Optional.empty()).map(String::strip);
    }

    /** {@code libwebkit2gtk-4.1-0:amd64: /usr/lib/…/MiniBrowser}; diversions and complaints have no such line. */
    static Optional<String> debianPackage(String output) {
        return output.lines()
                .filter(line -> line.matches("[a-z0-9][a-z0-9.+:-]+: /.*"))
                .map(line -> line.substring(0, line.indexOf(": ")))
                .findFirst();
    }

    static Optional<String> upstream(String version) {
        Matcher matcher = VERSION.matcher(version.strip());
        return matcher.find() ? Optional.of(matcher.group("upstream")) : Optional.empty();
    }

    /** {@code /usr/lib/webkit2gtk-4.1/MiniBrowser is owned by webkit2gtk-4.1 2.50.1-1}. */
    static Optional<String> ownedBy(String output) {
        return output.contains(" is owned by ")
                ? upstream(output.strip().substring(output.strip().lastIndexOf(' ') + 1))
                : Optional.empty();
    }
}
