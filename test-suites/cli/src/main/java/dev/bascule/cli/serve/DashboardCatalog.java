package dev.bascule.cli.serve;

import dev.bascule.app.config.Keys;
import dev.bascule.bridge.dashboard.job.Catalog;
import dev.bascule.execution.service.BrowserCatalog;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.cases.Family;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.text.Nearest;
import dev.bascule.models.graph.TestDataSet;
import dev.bascule.models.source.ModelFileName;
import dev.bascule.models.zoo.Zoo;
import dev.bascule.models.zoo.ZooModel;
import dev.bascule.nativerunner.devices.SystemChain;
import dev.bascule.suites.setting.CaseKeys;
import dev.bascule.suites.setting.Key;
import dev.bascule.suites.suite.BuiltInSuites;
import dev.bascule.suites.suite.SuiteWords;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What may be run from the dashboard: what comes with Bascule, models of the hub, and the files that whoever started the
 * server named. A path in a request is looked up among these, and never opened. Immutable.
 *
 * @param files by their ids
 * @param downloads which models of the hub
 */
record DashboardCatalog(Map<String, Path> files, Downloads downloads) {
    /** Settings of a run that a browser may make. None of them names a program or a file. */
    static final List<Key<?>> SETTINGS = List.of(
            CaseKeys.MIN_ITERATIONS,
            CaseKeys.MIN_DURATION,
            CaseKeys.WARM_UP_LIMIT,
            CaseKeys.MEASURE_LIMIT,
            CaseKeys.TIMEOUT,
            Keys.RETRIES,
            CaseKeys.THREADS,
            CaseKeys.BATCH,
            CaseKeys.PRECISION,
            CaseKeys.GRAPH_OPTIMIZATION,
            CaseKeys.DEVICE,
            CaseKeys.ARENA,
            CaseKeys.DEVICE_MEMORY_LIMIT,
            CaseKeys.EXECUTION_MODE,
            Keys.COMPARISONS,
            Keys.FALL_BACK_ON,
            Keys.STRICT,
            Keys.SCENARIO,
            Keys.CYCLES,
            Keys.LATENCY_LIMIT,
            Keys.MEMORY_LIMIT,
            Keys.ACCURACY,
            Keys.SPLIT,
            Keys.CUT,
            Keys.REPLICAS,
            Keys.SAMPLES,
            Keys.GPU,
            Keys.WEBNN_DEVICE,
            Keys.BUILD,
            Keys.SEED);

    private static final int DEPTH = 4;
    private static final String ZOO = "zoo:";
    private static final String HUB = "hf:";
    /** Of a folder in the backend-test layout. */
    private static final String USUAL_MODEL = "model.onnx";

    DashboardCatalog {
        files = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(files));
    }

    /**
     * What comes with Bascule, and these.
     *
     * @param paths models and suites, or folders with such
     */
    static DashboardCatalog of(List<Path> paths, Downloads downloads) {
        Map<String, Path> files = new LinkedHashMap<>();
        for (Path path : paths) {
            if (!Files.exists(path)) {
                throw new BasculeException(
                        ErrorCode.MODEL_NOT_FOUND, "there is no file or folder '%s'".formatted(path), "check --models");
            }
            for (Path file : found(path)) {
                offer(files, id(path, file), file);
            }
        }
        return new DashboardCatalog(files, downloads);
    }

    /** Of two files of one name, the first would be gone in silence. */
    private static void offer(Map<String, Path> files, String id, Path file) {
        Path before = files.put(id, file);
        if (before != null && !whole(before).equals(whole(file))) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR,
                    "%s and %s would both be '%s' on the dashboard".formatted(before, file, id),
                    "name one folder above them with --models, in which their paths differ");
        }
    }

    private static Path whole(Path file) {
        return file.toAbsolutePath().normalize();
    }

    /** A file's path in the folder that was named, or its name where it was named itself; in either so much that it says which. */
    private static String id(Path named, Path file) {
        String telling = ModelFileName.path(file);
        String inside =
                Files.isDirectory(named) ? named.relativize(file).toString().replace('\\', '/') : "";
        return inside.length() > telling.length() ? inside : telling;
    }

    private static List<Path> found(Path path) {
        try (Stream<Path> walk = Files.walk(path, DEPTH)) {
            return walk.filter(Files::isRegularFile)
                    .filter(file -> file.toString().matches(".*\\.(onnx|pt|pth|ya?ml)"))
                    .map(file -> file.equals(path) ? file : orItsFolder(file))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw BasculeException.because(
                    e, ErrorCode.MODEL_NOT_FOUND, "the folder '%s' cannot be read".formatted(path), "check --models");
        }
    }

    /** A model beside its test data goes by the name of their folder, as in {@code run}, which then checks by the data. */
    private static Path orItsFolder(Path file) {
        return Optional.ofNullable(file.getParent())
                .filter(folder ->
                        file.endsWith(USUAL_MODEL) && !TestDataSet.in(folder).isEmpty())
                .orElse(file);
    }

    /** The command line's word for one of a job's. */
    String argument(String word) {
        if (files.containsKey(word)) {
            return String.valueOf(files.get(word));
        }
        if (BuiltInSuites.names().contains(word)) {
            return word;
        }
        if (word.startsWith(HUB)) {
            return downloads.allowed(word);
        }
        // A bare name would find a file of this name first.
        String zoo = word.startsWith(ZOO) ? word.substring(ZOO.length()) : word;
        if (Zoo.model(zoo).isPresent()) {
            return ZOO + zoo;
        }
        throw new BasculeException(
                ErrorCode.MODEL_NOT_FOUND,
                "'%s' is no suite and no model of this server%s".formatted(word, Nearest.hint(word, words())),
                "start the server with --models FOLDER to offer files of it");
    }

    private List<String> words() {
        List<String> words = new ArrayList<>(BuiltInSuites.names());
        Zoo.models().forEach(model -> words.add(model.id()));
        words.addAll(files.keySet());
        return words;
    }

    Catalog catalog(BrowserCatalog browsers) {
        return new Catalog(
                Stream.concat(
                                BuiltInSuites.names().stream()
                                        .flatMap(name -> BuiltInSuites.find(name).stream())
                                        .map(suite -> new Catalog.SuiteEntry(
                                                suite.name(),
                                                suite.description(),
                                                Optional.of(suite.models().size()))),
                                files.keySet().stream()
                                        .filter(DashboardCatalog::isSuite)
                                        .map(id ->
                                                new Catalog.SuiteEntry(id, "a file of this server", Optional.empty())))
                        .toList(),
                Stream.concat(
                                Zoo.models().stream().map(DashboardCatalog::entry),
                                files.keySet().stream()
                                        .filter(id -> !isSuite(id))
                                        .map(this::fileEntry))
                        .toList(),
                Backends.installed().all().stream().map(DashboardCatalog::entry).toList(),
                browsers(browsers),
                List.of(
                        Chain.BROWSER.toString(),
                        SystemChain.ofThisMachine().chain().toString()),
                SETTINGS.stream().map(DashboardCatalog::entry).toList(),
                downloads.patterns());
    }

    private static boolean isSuite(String id) {
        return id.endsWith(".yaml") || id.endsWith(".yml");
    }

    private static Catalog.ModelEntry entry(ZooModel model) {
        return new Catalog.ModelEntry(
                ZOO + model.id(),
                model.id(),
                "zoo",
                Optional.of(model.family()).map(Family::id),
                Optional.of(model.parameters()),
                Optional.of(model.sizeBytes()),
                model.description());
    }

    private Catalog.ModelEntry fileEntry(String id) {
        Path file = files.getOrDefault(id, Path.of(id));
        return new Catalog.ModelEntry(
                id, id, "folder", Optional.empty(), Optional.empty(), size(file), "a file of this server");
    }

    private static Optional<Long> size(Path file) {
        try {
            return Optional.of(Files.size(Files.isDirectory(file) ? file.resolve(USUAL_MODEL) : file));
        } catch (IOException gone) {
            return Optional.empty();
        }
    }

    private static Catalog.BackendEntry entry(Backend backend) {
        return new Catalog.BackendEntry(
                backend.id(),
                word(backend.side()),
                word(backend.accelerator()),
                backend.precisions().stream().sorted().map(SuiteWords::word).toList());
    }

    /** A browser may be at several places of a machine: here it is one, the one that is installed if any is. */
    private static List<Catalog.BrowserEntry> browsers(BrowserCatalog catalog) {
        Map<String, List<BrowserCatalog.Entry>> byId = catalog.browsers().stream()
                .collect(Collectors.groupingBy(BrowserCatalog.Entry::id, LinkedHashMap::new, Collectors.toList()));
        return byId.values().stream()
                .map(places -> places.stream()
                        .filter(place -> place.path().isPresent())
                        .findFirst()
                        .orElse(places.get(0)))
                .map(place -> new Catalog.BrowserEntry(
                        place.id(), place.name(), place.version(), place.path().isPresent()))
                .toList();
    }

    private static Catalog.SettingEntry entry(Key<?> key) {
        return new Catalog.SettingEntry(key.name(), key.option(), key.standard(), key.wanted(), key.description());
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
