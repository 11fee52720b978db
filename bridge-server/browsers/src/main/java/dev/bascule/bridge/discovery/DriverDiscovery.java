package dev.bascule.bridge.discovery;

import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds the WebDriver servers of a machine: those that a variable names, then PATH, standard places, Bascule's and
 * Selenium Manager's caches. Nothing is fetched. Immutable and thread-safe.
 */
public final class DriverDiscovery {
    private final LocationResolver places;
    private final CommandRunner commands;

    DriverDiscovery(LocationResolver places, CommandRunner commands) {
        this.places = places;
        this.commands = commands;
    }

    public static DriverDiscovery ofThisMachine() {
        return new DriverDiscovery(
                LocationResolver.ofThisMachine(), CommandRunner.ofThisMachine(BrowserDiscovery.VERSION_LIMIT));
    }

    /**
     * What there is.
     *
     * @param drivers usable ones, by kind, those that the user named first
     * @param defects drivers that are named or there and do not work, and why
     */
    public record Found(List<DriverInstallation> drivers, List<Failure> defects) {
        public static final Found NONE = new Found(List.of(), List.of());

        public Found {
            drivers = List.copyOf(drivers);
            defects = List.copyOf(defects);
        }

        /** Which of them drives a browser, or why none does. */
        public DriverFit fit(BrowserInstallation browser) {
            return DriverFit.of(browser, drivers);
        }
    }

    public Found find() {
        List<DriverInstallation> drivers = new ArrayList<>();
        List<Failure> defects = new ArrayList<>();
        for (DriverKind kind : DriverKind.values()) {
            if (places.without().has(kind.executable())) {
                continue;
            }
            for (Path file : files(kind, defects)) {
                Optional<DriverInstallation> driver = read(kind, file);
                driver.ifPresent(drivers::add);
                if (driver.isEmpty()) {
                    defects.add(Failure.of(
                            ErrorCode.TOOL_MISSING, "%s does not tell its version".formatted(file), "run it by hand"));
                }
            }
        }
        return new Found(drivers, defects);
    }

    /** Each once however many names lead to it. */
    private List<Path> files(DriverKind kind, List<Failure> defects) {
        List<Path> all = new ArrayList<>(named(kind, defects));
        DriverLocations.of(kind, places).forEach(place -> all.addAll(places.executables(place)));
        Map<Path, Path> byTarget = new LinkedHashMap<>();
        for (Path file : all) {
            try {
                // Every snap's name leads to the one program "snap", so there the name is what counts.
                byTarget.putIfAbsent(file.toString().contains("/snap/bin/") ? file : file.toRealPath(), file);
            } catch (IOException e) {
                // It vanished between two looks: then it is not there.
                continue;
            }
        }
        return List.copyOf(byTarget.values());
    }

    private List<Path> named(DriverKind kind, List<Failure> defects) {
        List<Path> files = new ArrayList<>();
        places.variable(kind.variable()).ifPresent(value -> {
            Optional<Path> file = LocationResolver.path(value).filter(DriverDiscovery::isProgram);
            file.map(Path::toAbsolutePath).ifPresent(files::add);
            if (file.isEmpty()) {
                defects.add(Failure.of(
                        ErrorCode.TOOL_MISSING,
                        "%s names '%s', which is not an executable file".formatted(kind.variable(), value),
                        "set %s to the file of %s".formatted(kind.variable(), kind.executable())));
            }
        });
        kind.folderVariable()
                .flatMap(places::variable)
                .flatMap(LocationResolver::path)
                .map(folder -> Files.isDirectory(folder)
                        ? folder.resolve(kind.executable() + (places.system() == OperatingSystem.WINDOWS ? ".exe" : ""))
                        : folder)
                .filter(DriverDiscovery::isProgram)
                .ifPresent(files::add);
        return files;
    }

    private static boolean isProgram(Path file) {
        return Files.isRegularFile(file) && Files.isExecutable(file);
    }

    private Optional<DriverInstallation> read(DriverKind kind, Path file) {
        if (!kind.tellsVersion()) {
            return Optional.of(new DriverInstallation(kind, PackageVersion.of(file, commands), file));
        }
        return commands.run(List.of(file.toString(), "--version"), Optional.empty())
                .flatMap(kind::parseVersion)
                .map(version -> new DriverInstallation(kind, Optional.of(version), file));
    }
}
