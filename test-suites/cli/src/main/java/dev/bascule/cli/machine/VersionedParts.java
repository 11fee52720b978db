package dev.bascule.cli.machine;

import dev.bascule.app.versions.PartVersion;
import dev.bascule.app.versions.VersionInstaller;
import dev.bascule.app.versions.VersionStore;
import dev.bascule.app.versions.VersionedPart;
import dev.bascule.cli.output.Console;
import dev.bascule.cli.output.TextTable;
import dev.bascule.fallback.driver.HostEnvironment;
import dev.bascule.fallback.error.ExitCode;
import dev.bascule.fallback.install.ReleaseVersion;
import dev.bascule.models.packages.SystemCommands;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What `install` does of parts that are named with a version. Belongs to one thread. */
final class VersionedParts {
    private final Console console;
    private final VersionStore store = VersionStore.ofProcess();
    private final VersionInstaller installer;

    VersionedParts(Console console, HostEnvironment host) {
        this.console = console;
        this.installer = new VersionInstaller(host, store, new SystemCommands());
    }

    /** Installs, removes or plans one; the exit code if that was broken off. */
    Optional<ExitCode> handle(PartVersion wanted, boolean dryRun, boolean force, boolean remove) {
        Path folder = store.folder(wanted);
        if (remove) {
            console.say(installer.remove(wanted) ? "removed " + folder : wanted + " was not here");
            return Optional.empty();
        }
        if (dryRun) {
            console.print(String.join(" ", installer.plan(wanted)) + "\n");
            console.say("would unpack it into " + folder);
            return Optional.empty();
        }
        try {
            if (!force && store.find(wanted).isPresent()) {
                console.say("%s is here already: %s".formatted(wanted, folder));
            } else {
                console.say("installed in " + installer.install(wanted, console::say));
            }
            console.say("use it: bascule run " + use(wanted, folder));
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.of(ExitCode.INTERRUPTED);
        }
    }

    private static String use(PartVersion wanted, Path folder) {
        return wanted.part() == VersionedPart.ENGINE
                ? "--engine-version " + wanted.version()
                : "--browser-binary " + folder.resolve("chrome-headless-shell");
    }

    /** The versions that are here, by part, each part with a row. */
    static Map<String, List<String>> installed(TextTable table) {
        Map<String, List<String>> versions = new LinkedHashMap<>();
        for (VersionedPart part : VersionedPart.values()) {
            List<String> here = VersionStore.ofProcess().installed(part).stream()
                    .map(ReleaseVersion::toString)
                    .toList();
            versions.put(part.id(), here);
            table.row(
                    part.id() + "@VERSION",
                    here.isEmpty() ? "available" : "installed",
                    here.isEmpty() ? "-" : String.join(" ", here),
                    "-",
                    "other versions than the bundled one, of the npm package " + part.npmPackage());
        }
        return versions;
    }
}
