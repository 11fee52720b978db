package dev.bascule.suites.setting;

import dev.bascule.fallback.attempt.TimingPlan;
import dev.bascule.fallback.backend.EngineOptions;
import dev.bascule.fallback.driver.SessionSettings;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * Values of {@link CaseKeys}: what somebody asked for, which may be little, or what a case is run by, which is all. Flags, the
 * environment, suites, files and JUnit parameters are each one of these, laid {@link #over} the next. Immutable.
 */
public final class RunSettings {
    /** Nothing said. */
    public static final RunSettings NONE = new RunSettings(Map.of());
    /** What counts where nobody says anything. */
    public static final RunSettings DEFAULT = usual();

    private final Map<Key<?>, Object> values;

    private RunSettings(Map<Key<?>, Object> values) {
        this.values = Map.copyOf(values);
    }

    private static RunSettings usual() {
        Map<Key<?>, Object> values = new HashMap<>();
        CaseKeys.all().forEach(key -> key.usual().ifPresent(value -> values.put(key, value)));
        return new RunSettings(values);
    }

    /** The value that was said. */
    public <T> Optional<T> find(Key<T> key) {
        @SuppressWarnings("unchecked") // Under each key is a value of that key.
        T value = (T) values.get(key);
        return Optional.ofNullable(value);
    }

    /** The value of a key that has a default, or was said. */
    public <T> T get(Key<T> key) {
        return find(key)
                .or(key::usual)
                .orElseThrow(() -> new IllegalArgumentException("nobody said " + key + ", which has no default"));
    }

    public <T> RunSettings with(Key<T> key, T value) {
        Map<Key<?>, Object> more = new HashMap<>(values);
        more.put(key, value);
        return new RunSettings(more);
    }

    /** Itself where nothing is said. */
    public <T> RunSettings with(Key<T> key, Optional<T> value) {
        return value.map(said -> with(key, said)).orElse(this);
    }

    /**
     * The base, with what is said here in its place. Whoever says how much is to be measured, and nothing of software adapters,
     * means these as well.
     */
    public RunSettings over(RunSettings base) {
        Map<Key<?>, Object> all = new HashMap<>(base.values);
        all.putAll(values);
        RunSettings both = new RunSettings(all);
        boolean howMuch = values.containsKey(CaseKeys.MIN_ITERATIONS) || values.containsKey(CaseKeys.MIN_DURATION);
        return howMuch && !values.containsKey(CaseKeys.SOFTWARE_ITERATIONS)
                ? both.with(CaseKeys.SOFTWARE_ITERATIONS, both.get(CaseKeys.MIN_ITERATIONS))
                : both;
    }

    /** One for each device; itself where none was named. */
    public List<RunSettings> each() {
        return find(CaseKeys.DEVICE)
                .map(devices -> devices.stream()
                        .map(device -> with(CaseKeys.DEVICE, List.of(device)))
                        .toList())
                .orElse(List.of(this));
    }

    /** What sets a case apart, in order: what is not the default, and the batch. */
    public Map<String, String> ofCase() {
        Map<String, String> said = new TreeMap<>();
        CaseKeys.of(Scope.CASE).stream()
                .filter(key -> key.equals(CaseKeys.BATCH) || !isUsual(key))
                .forEach(key -> said.put(key.name(), text(key)));
        return said;
    }

    /** Whether it is what counts where nobody says anything. */
    public boolean isUsual(Key<?> key) {
        return Objects.equals(values.get(key), DEFAULT.values.get(key));
    }

    /** The text of a value that is there. */
    public <T> String text(Key<T> key) {
        return key.text(get(key));
    }

    /** How sessions are timed. */
    public TimingPlan timing() {
        return new TimingPlan(
                get(CaseKeys.MIN_ITERATIONS),
                get(CaseKeys.MIN_DURATION),
                get(CaseKeys.SOFTWARE_ITERATIONS),
                get(CaseKeys.WARM_UP_LIMIT),
                get(CaseKeys.MEASURE_LIMIT),
                get(CaseKeys.THREADS));
    }

    /** How sessions are made; of several devices, on the first. */
    public SessionSettings session() {
        return SessionSettings.defaults()
                .withThreads(get(CaseKeys.THREADS))
                .withGraphOptimization(get(CaseKeys.GRAPH_OPTIMIZATION))
                .withOptions(new EngineOptions(
                        find(CaseKeys.DEVICE)
                                .map(devices -> OptionalInt.of(devices.get(0)))
                                .orElseGet(OptionalInt::empty),
                        find(CaseKeys.PRECISION),
                        find(CaseKeys.ARENA).orElse(EngineOptions.DEFAULTS.arena()),
                        find(CaseKeys.DEVICE_MEMORY_LIMIT).map(OptionalLong::of).orElseGet(OptionalLong::empty),
                        find(CaseKeys.EXECUTION_MODE)));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RunSettings settings && settings.values.equals(values);
    }

    @Override
    public int hashCode() {
        return values.hashCode();
    }

    @Override
    public String toString() {
        return values.toString();
    }
}
