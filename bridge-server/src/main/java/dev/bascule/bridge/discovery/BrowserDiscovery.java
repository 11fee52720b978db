package dev.bascule.bridge.discovery;

import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Finds the browsers of a machine: the bundled one, then those that are installed. Each is asked for its version, so
 * that a broken one shows at once. Immutable and thread-safe.
 */
public final class BrowserDiscovery {
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{([^}]+)}");
    private static final Duration VERSION_LIMIT = Duration.ofSeconds(10);

    private final OperatingSystem system;
    private final Map<String, String> environment;
    private final Path home;
    private final CommandRunner commands;
    private final List<BrowserPlaces.Place> places;

    BrowserDiscovery(
            OperatingSystem system,
            Map<String, String> environment,
            Path home,
            CommandRunner commands,
            List<BrowserPlaces.Place> places) {
        this.system = system;
        this.environment = Map.copyOf(environment);
        this.home = home;
        this.commands = commands;
        this.places = List.copyOf(places);
    }

    public static BrowserDiscovery ofThisMachine() {
        OperatingSystem system = OperatingSystem.ofName(System.getProperty("os.name", ""));
        return new BrowserDiscovery(
                system,
                System.getenv(),
                Path.of(System.getProperty("user.home", ".")),
                CommandRunner.ofThisMachine(VERSION_LIMIT),
                BrowserPlaces.of(system));
    }

    /**
     * What there is.
     *
     * @param browsers usable ones: the bundled one first, one for each family and version
     * @param defects browsers that are there and do not work, and why
     */
    public record Found(List<BrowserInstallation> browsers, List<Failure> defects) {
        public Found {
            browsers = List.copyOf(browsers);
            defects = List.copyOf(defects);
        }

        /** Those of a family, by its id. */
        public List<BrowserInstallation> ofFamily(String id) {
            return browsers.stream()
                    .filter(browser -> browser.family().id().equals(id))
                    .toList();
        }
    }

    public Found find() {
        List<BrowserProbe> probes = new ArrayList<>();
        BundledBrowser.newest(CacheFolder.of(environment, home)).ifPresent(probes::add);
        for (Path executable : candidates()) {
            probes.add(probe(executable));
        }
        Map<String, BrowserInstallation> browsers = new LinkedHashMap<>();
        List<Failure> defects = new ArrayList<>();
        for (BrowserProbe probe : probes) {
            if (probe instanceof BrowserProbe.Usable usable) {
                BrowserInstallation browser = usable.browser();
                browsers.putIfAbsent(browser.family() + " " + browser.version(), browser);
            } else if (probe instanceof BrowserProbe.Unusable unusable) {
                defects.add(unusable.failure());
            }
        }
        return new Found(List.copyOf(browsers.values()), defects);
    }

    /** The files at the standard places, each once however many names lead to it. */
    private Set<Path> candidates() {
        Map<Path, Path> byTarget = new LinkedHashMap<>();
        for (BrowserPlaces.Place place : places) {
            for (Path file : resolve(place)) {
                try {
                    byTarget.putIfAbsent(file.toRealPath(), file);
                } catch (IOException e) {
                    // It vanished between two looks: then it is not there.
                    continue;
                }
            }
        }
        return new LinkedHashSet<>(byTarget.values());
    }

    private List<Path> resolve(BrowserPlaces.Place place) {
        if (!place.path().contains("/")) {
            return Stream.of(environment.getOrDefault("PATH", "").split(Pattern.quote(File.pathSeparator), -1))
                    .filter(folder -> !folder.isBlank())
                    .map(folder -> Path.of(folder, place.path()))
                    .filter(Files::isExecutable)
                    .limit(1)
                    .toList();
        }
        return expand(place.path()).filter(Files::isExecutable).map(List::of).orElse(List.of());
    }

    private Optional<Path> expand(String pattern) {
        Matcher variables = VARIABLE.matcher(pattern);
        StringBuilder expanded = new StringBuilder();
        while (variables.find()) {
            String value = environment.getOrDefault(variables.group(1), "");
            if (value.isBlank()) {
                return Optional.empty();
            }
            variables.appendReplacement(expanded, Matcher.quoteReplacement(value));
        }
        variables.appendTail(expanded);
        String path = expanded.toString();
        return Optional.of(path.startsWith("~/") ? home.resolve(path.substring(2)) : Path.of(path));
    }

    /** Looks at one executable, as {@code --browser-binary PATH} names it. */
    public BrowserProbe probe(String path) {
        try {
            return probe(Path.of(path));
        } catch (InvalidPathException e) {
            return unusable("'%s' is not a path".formatted(path));
        }
    }

    BrowserProbe probe(Path executable) {
        if (!Files.isRegularFile(executable) || !Files.isExecutable(executable)) {
            return unusable("'%s' is not an executable file".formatted(executable));
        }
        Path file = executable.toAbsolutePath();
        Optional<VersionText.Told> told = system == OperatingSystem.WINDOWS ? fromFolders(file) : fromOutput(file);
        if (told.isEmpty()) {
            return unusable("%s does not tell its version, or is no browser that Bascule knows".formatted(file));
        }
        Optional<BrowserFamily> family = String.valueOf(file.getFileName()).contains("headless")
                ? Optional.of(BrowserFamily.CHROME_HEADLESS_SHELL)
                : BrowserFamily.ofProduct(told.get().product());
        if (family.isEmpty()) {
            return unusable("%s calls itself '%s', which Bascule does not know"
                    .formatted(file, told.get().product()));
        }
        String name = family.get() == BrowserFamily.CHROME_HEADLESS_SHELL
                ? family.get().displayName()
                : told.get().product();
        return new BrowserProbe.Usable(
                new BrowserInstallation(name, family.get(), told.get().version(), file, Optional.empty(), false));
    }

    private Optional<VersionText.Told> fromOutput(Path executable) {
        return commands.run(List.of(executable.toString(), "--version"), Optional.empty())
                .flatMap(VersionText::parse);
    }

    /** On Windows {@code --version} opens a window instead of printing. */
    private static Optional<VersionText.Told> fromFolders(Path executable) {
        Path folder = executable.resolveSibling("");
        try (Stream<Path> entries = Files.list(folder)) {
            String product = String.valueOf(executable.getFileName()).startsWith("msedge")
                    ? BrowserFamily.EDGE.displayName()
                    : folder.toString().contains("Chromium")
                            ? BrowserFamily.CHROMIUM.displayName()
                            : BrowserFamily.CHROME.displayName();
            return VersionText.ofFolders(
                            entries.map(Path::getFileName).map(String::valueOf).toList())
                    .map(version -> new VersionText.Told(product, version));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static BrowserProbe unusable(String message) {
        return new BrowserProbe.Unusable(Failure.of(ErrorCode.UNKNOWN_BROWSER, message));
    }
}
