package dev.bascule.reports.training;

import dev.bascule.fallback.backend.Engine;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Where a training ran. Immutable.
 *
 * @param machine fingerprint; empty where nobody could say
 * @param target id
 * @param backend asked for; of a chain the one that it came to
 * @param browser name and version; empty natively
 * @param software whether the device is made of software; empty where nobody knows
 * @param state where parameters and moments were asked to be
 * @param stateSeen where the runner saw them; empty where nothing shows it
 * @param settings of its sessions; empty where nobody told
 * @param chain that was asked for and came to this backend, as {@code webgpu→wasm}; empty where the backend was asked for by itself, and
 *     where nobody told
 * @param replicas that trained together, in rank order: {@code backend}, {@code browser} and {@code engine} then tell of all of them; none where it
 *     is one place
 */
public record TrainingPlace(
        Optional<String> machine,
        String target,
        String backend,
        Optional<String> browser,
        Engine engine,
        Optional<Boolean> software,
        String state,
        Optional<String> stateSeen,
        Optional<Settings> settings,
        Optional<String> chain,
        List<TrainingReplica> replicas) {
    /** What the backend of several is called. */
    private static final Pattern TOGETHER = Pattern.compile("\\d+ replicas \\(.*\\)");

    /** @throws IllegalArgumentException where the backend tells of other replicas */
    public TrainingPlace {
        replicas = List.copyOf(replicas);
        if (replicas.size() == 1) {
            throw new IllegalArgumentException("one replica is one place");
        }
        boolean together = TOGETHER.matcher(backend).matches();
        if (together ? !backend.equals(all(replicas)) : !replicas.isEmpty()) {
            throw new IllegalArgumentException(
                    "'%s', and beside it %d replicas: %s".formatted(backend, replicas.size(), backends(replicas)));
        }
    }

    /**
     * What speed depends on beside the place.
     *
     * @param threads of the CPU engine
     * @param graphOptimization how far the engine may rewrite the graph
     */
    public record Settings(int threads, String graphOptimization) {}

    /** One place. */
    public TrainingPlace(
            Optional<String> machine,
            String target,
            String backend,
            Optional<String> browser,
            Engine engine,
            Optional<Boolean> software,
            String state,
            Optional<String> stateSeen,
            Optional<Settings> settings,
            Optional<String> chain) {
        this(machine, target, backend, browser, engine, software, state, stateSeen, settings, chain, List.of());
    }

    /**
     * All of these.
     *
     * @param replicas in rank order, two at least
     * @param stateSeen where the host has parameters and moments
     */
    public static TrainingPlace together(
            Optional<String> machine, List<TrainingReplica> replicas, String stateSeen, Settings settings) {
        List<Engine> engines =
                replicas.stream().map(TrainingReplica::engine).distinct().toList();
        Optional<String> browsers = replicas.stream()
                .flatMap(replica -> replica.browser().stream())
                .distinct()
                .reduce((one, other) -> one + ", " + other);
        return new TrainingPlace(
                machine,
                joined(replicas.stream().map(TrainingReplica::target).toList(), "+"),
                all(replicas),
                browsers,
                engines.size() == 1
                        ? engines.get(0)
                        : new Engine(
                                joined(engines.stream().map(Engine::name).toList(), "+"),
                                joined(engines.stream().map(Engine::version).toList(), "+"),
                                Optional.empty()),
                replicas.stream()
                        .flatMap(replica -> replica.software().stream())
                        .reduce(Boolean::logicalOr),
                "cpu",
                Optional.of(stateSeen),
                Optional.of(settings),
                Optional.empty(),
                replicas);
    }

    private static String all(List<TrainingReplica> replicas) {
        return "%d replicas (%s)".formatted(replicas.size(), backends(replicas));
    }

    private static String backends(List<TrainingReplica> replicas) {
        return joined(replicas.stream().map(TrainingReplica::brief).toList(), ", ");
    }

    private static String joined(List<String> words, String by) {
        return String.join(by, words);
    }

    /** One whose settings nobody told. */
    public TrainingPlace(
            Optional<String> machine,
            String target,
            String backend,
            Optional<String> browser,
            Engine engine,
            Optional<Boolean> software,
            String state,
            Optional<String> stateSeen) {
        this(machine, target, backend, browser, engine, software, state, stateSeen, Optional.empty());
    }

    /** One that was asked for by itself. */
    public TrainingPlace(
            Optional<String> machine,
            String target,
            String backend,
            Optional<String> browser,
            Engine engine,
            Optional<Boolean> software,
            String state,
            Optional<String> stateSeen,
            Optional<Settings> settings) {
        this(machine, target, backend, browser, engine, software, state, stateSeen, settings, Optional.empty());
    }

    /** For people. */
    public String words() {
        if (replicas.isEmpty()) {
            return words(backend, browser, engine, software);
        }
        Map<String, Long> alike = replicas.stream()
                .collect(Collectors.groupingBy(TrainingReplica::words, LinkedHashMap::new, Collectors.counting()));
        return "%d replicas: %s"
                .formatted(
                        replicas.size(),
                        alike.entrySet().stream()
                                .map(each -> (each.getValue() == 1 ? "" : each.getValue() + " × ") + each.getKey())
                                .collect(Collectors.joining("; ")));
    }

    static String words(String backend, Optional<String> browser, Engine engine, Optional<Boolean> software) {
        return backend
                + browser.map(name -> " in " + name).orElseGet(() -> ", " + engine.name() + " " + engine.version())
                + (software.orElse(false) ? ", software" : "");
    }
}
