package dev.bascule.bridge.discovery;

import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Finds the browsers of a machine: the bundled one, those that are installed, those of Playwright's cache. Each is asked
 * for its version, so that a broken one shows at once. Immutable and thread-safe.
 */
public final class BrowserDiscovery {
    /** A browser that is read from a busy disk for the first time takes more than ten seconds. */
    static final Duration VERSION_LIMIT = Duration.ofSeconds(45);

    /** They wait more than they compute. */
    private static final int READERS = 4;

    private static final Comparator<BrowserInstallation> ORDER = Comparator.comparing(
                    (BrowserInstallation browser) -> !browser.bundled())
            .thenComparing(BrowserInstallation::family)
            .thenComparing(BrowserInstallation::channel);

    private final LocationResolver places;
    private final CommandRunner commands;
    private final List<BrowserLocations.Location> table;
    private final BrowserReader reader;

    BrowserDiscovery(LocationResolver places, CommandRunner commands, List<BrowserLocations.Location> table) {
        this.places = places;
        this.commands = commands;
        this.table = List.copyOf(table);
        this.reader = new BrowserReader(places, commands);
    }

    public static BrowserDiscovery ofThisMachine() {
        LocationResolver places = LocationResolver.ofThisMachine();
        return new BrowserDiscovery(
                places, CommandRunner.ofThisMachine(VERSION_LIMIT), BrowserLocations.of(places.system()));
    }

    /**
     * What there is.
     *
     * @param browsers usable ones: the bundled one first, then by family and channel; a build counts once
     * @param defects browsers that are there and do not work, and why
     */
    public record Found(List<BrowserInstallation> browsers, List<Failure> defects) {
        public Found {
            browsers = List.copyOf(browsers);
            defects = List.copyOf(defects);
        }

        /** Those of an address such as {@code firefox} (every channel, stable first) or {@code firefox-esr}. */
        public List<BrowserInstallation> ofFamily(String id) {
            return BrowserAddress.parse(id).map(this::at).orElse(List.of());
        }

        /** Those that an address means. */
        public List<BrowserInstallation> at(BrowserAddress address) {
            return browsers.stream().filter(address::matches).toList();
        }
    }

    /** The browser that Bascule brings, from what is written beside it: nothing is started. */
    public Optional<BrowserProbe> bundled() {
        return places.without().has(BrowserFamily.CHROME_HEADLESS_SHELL.id())
                ? Optional.empty()
                : BundledBrowser.newest(places.browsers());
    }

    public Found find() {
        List<BrowserProbe> probes = new ArrayList<>();
        bundled().ifPresent(probes::add);
        List<Failure> defects = new ArrayList<>();
        probes.addAll(read(candidates(defects)));
        Map<String, BrowserInstallation> browsers = new LinkedHashMap<>();
        for (BrowserProbe probe : probes) {
            if (probe instanceof BrowserProbe.Usable usable) {
                browsers.merge(key(usable.browser()), usable.browser(), BrowserDiscovery::preferred);
            } else if (probe instanceof BrowserProbe.Unusable unusable) {
                defects.add(unusable.failure());
            }
        }
        return new Found(browsers.values().stream().sorted(ORDER).toList(), defects);
    }

    /** Side by side, in their order: each is a process that is waited for, by a thread of no pool that others need. */
    private List<BrowserProbe> read(List<BrowserCandidate> candidates) {
        ExecutorService readers = Executors.newFixedThreadPool(READERS, work -> {
            Thread thread = new Thread(work, "looks at a browser");
            thread.setDaemon(true);
            return thread;
        });
        try {
            List<BrowserProbe> probes = new ArrayList<>();
            for (Future<BrowserProbe> probe : readers.invokeAll(candidates.stream()
                    .map(candidate -> (Callable<BrowserProbe>) () -> reader.read(candidate))
                    .toList())) {
                probes.add(probe.get());
            }
            return probes;
        } catch (InterruptedException e) {
            // One who wants out gets out: nobody waits for a browser that does not answer.
            Thread.currentThread().interrupt();
            return List.of();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException bug) {
                throw bug;
            }
            throw new IllegalStateException(e.getCause());
        } finally {
            readers.shutdownNow();
        }
    }

    /** A build that a sandbox confines, or that Playwright keeps, is another one than the system's. */
    private static String key(BrowserInstallation browser) {
        String origin = switch (browser.origin()) {
            case BUNDLED, SYSTEM, NAMED -> "";
            case PLAYWRIGHT, FLATPAK, SNAP -> browser.origin().name();
        };
        return "%s %s %s".formatted(browser.id(), browser.version(), origin);
    }

    /** The program itself rather than a script around it: scripts add flags that no result would show. */
    private static BrowserInstallation preferred(BrowserInstallation first, BrowserInstallation second) {
        boolean firstIsScript = WrapperScript.is(first.executable());
        if (firstIsScript == WrapperScript.is(second.executable())) {
            return first;
        }
        BrowserInstallation program = firstIsScript ? second : first;
        BrowserInstallation script = firstIsScript ? first : second;
        return program.withCaveat("%s is a script around the same browser, with flags of its own; %s is started instead"
                .formatted(script.executable(), program.executable()));
    }

    /** The files to look at, each once however many names lead to it. */
    private List<BrowserCandidate> candidates(List<Failure> defects) {
        List<BrowserCandidate> all = new ArrayList<>();
        for (BrowserLocations.Location place : table) {
            places.executables(place.path()).forEach(file -> all.add(BrowserCandidate.at(file, place)));
        }
        if (places.system() == OperatingSystem.WINDOWS) {
            new WindowsRegistry(commands)
                    .applications().stream()
                            .filter(candidate -> Files.isExecutable(candidate.file()))
                            .forEach(all::add);
        }
        PlaywrightCache.folder(places).ifPresent(cache -> {
            PlaywrightCache.Contents contents = PlaywrightCache.read(cache, places.system());
            all.addAll(contents.candidates());
            defects.addAll(contents.defects());
        });
        all.removeIf(candidate -> candidate
                .family()
                .filter(family -> places.without().has(family.id()))
                .isPresent());
        Map<Path, BrowserCandidate> byTarget = new LinkedHashMap<>();
        for (BrowserCandidate candidate : all) {
            identity(candidate).ifPresent(target -> byTarget.putIfAbsent(target, candidate));
        }
        return List.copyOf(byTarget.values());
    }

    /** Every snap's name leads to the one program {@code snap}, so there the name is what counts. */
    private static Optional<Path> identity(BrowserCandidate candidate) {
        try {
            return Optional.of(
                    candidate.origin() == InstallationSource.SNAP
                            ? candidate.file()
                            : candidate.file().toRealPath());
        } catch (IOException e) {
            // It vanished between two looks: then it is not there.
            return Optional.empty();
        }
    }

    /** Looks at one executable, as {@code --browser-binary PATH} names it. */
    public BrowserProbe probe(String path) {
        return LocationResolver.path(path)
                .map(this::probe)
                .orElseGet(() -> new BrowserProbe.Unusable(
                        Failure.of(ErrorCode.UNKNOWN_BROWSER, "'%s' is not a path".formatted(path))));
    }

    BrowserProbe probe(Path executable) {
        Path file = executable.toAbsolutePath();
        Path description = file.resolveSibling("browser.json");
        if (Files.isExecutable(file) && Files.isRegularFile(description)) {
            BrowserProbe bundled = BundledBrowser.read(description);
            if (bundled instanceof BrowserProbe.Usable usable
                    && usable.browser().executable().equals(file)) {
                return bundled;
            }
        }
        return reader.read(PlaywrightCache.around(file).orElseGet(() -> BrowserCandidate.named(executable)));
    }
}
