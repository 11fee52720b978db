package dev.bascule.suites.suite;

import dev.bascule.fallback.backend.EngineOptions;
import dev.bascule.fallback.backend.Precision;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * What somebody said about a native engine's options; what a backend cannot obey, it refuses.
 *
 * @param devices which of a backend's devices, from 0: each makes a case of its own
 * @param precision what the engine is to compute in
 * @param arena whether memory is kept for the next inference
 * @param memoryLimitBytes the most device memory that the engine may take
 */
public record EngineChoice(
        Optional<List<Integer>> devices,
        Optional<Precision> precision,
        Optional<Boolean> arena,
        Optional<Long> memoryLimitBytes) {
    public static final EngineChoice NONE =
            new EngineChoice(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

    private static final Map<String, Precision> WORDS = Map.of(
            "fp32", Precision.FLOAT32,
            "tf32", Precision.TF32,
            "fp16", Precision.FLOAT16,
            "bf16", Precision.BFLOAT16,
            "int8", Precision.INT8,
            "int4", Precision.INT4);

    public EngineChoice {
        devices = devices.map(List::copyOf);
    }

    /** The precision of a word, such as {@code fp16}. */
    public static Optional<Precision> precision(String word) {
        return Optional.ofNullable(WORDS.get(word.strip().toLowerCase(Locale.ROOT)));
    }

    static String word(Precision precision) {
        return WORDS.entrySet().stream()
                .filter(entry -> entry.getValue() == precision)
                .map(Map.Entry::getKey)
                .findFirst()
                .orElseThrow();
    }

    /** The base, with what is said here in its place. */
    public EngineChoice over(EngineChoice base) {
        return new EngineChoice(
                devices.or(base::devices),
                precision.or(base::precision),
                arena.or(base::arena),
                memoryLimitBytes.or(base::memoryLimitBytes));
    }

    /** One for each device; itself where none was named. */
    List<EngineChoice> each() {
        return devices.filter(list -> !list.isEmpty())
                .map(list -> list.stream()
                        .map(device ->
                                new EngineChoice(Optional.of(List.of(device)), precision, arena, memoryLimitBytes))
                        .toList())
                .orElse(List.of(this));
    }

    /** As engines are told; of several devices, the first. */
    public EngineOptions options() {
        return new EngineOptions(
                devices.filter(list -> !list.isEmpty())
                        .map(list -> OptionalInt.of(list.get(0)))
                        .orElseGet(OptionalInt::empty),
                precision,
                arena.orElse(EngineOptions.DEFAULTS.arena()),
                memoryLimitBytes.map(OptionalLong::of).orElseGet(OptionalLong::empty));
    }

    /** What was said, by the key of its setting. */
    public Map<String, String> said() {
        Map<String, String> said = new TreeMap<>();
        devices.filter(list -> !list.isEmpty()).ifPresent(list -> said.put("device", Integer.toString(list.get(0))));
        precision.ifPresent(one -> said.put("precision", word(one)));
        arena.ifPresent(on -> said.put("arena", on ? "on" : "off"));
        memoryLimitBytes.ifPresent(bytes -> said.put("deviceMemoryLimit", Long.toString(bytes)));
        return said;
    }
}
