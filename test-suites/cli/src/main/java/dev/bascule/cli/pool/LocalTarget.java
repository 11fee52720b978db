package dev.bascule.cli.pool;

import dev.bascule.cli.collect.PredictionData;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.DeviceType;
import dev.bascule.fallback.target.Target;
import dev.bascule.prediction.data.TargetKey;
import dev.bascule.prediction.memory.TargetKind;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A target of this machine: of several versions of a browser or an engine the one that was measured last.
 *
 * @param kind whose processes grow alike
 * @param software whether its adapter only emulates a device; empty where nobody could tell
 */
record LocalTarget(TargetKey key, Backend backend, DeviceType type, TargetKind kind, Optional<Boolean> software) {

    private static final Pattern WITH_THREADS = Pattern.compile("([^,]+?)(?:, (\\d{1,4}) threads)?");

    private record Seen(TargetKey key, Instant at, Optional<Target> target) {
        Seen later(Seen other) {
            Seen last = other.at().isAfter(at) ? other : this;
            return new Seen(last.key(), last.at(), last.target().or(() -> target.or(other::target)));
        }
    }

    /** Of what the data have of a machine, in the order of the targets' names. */
    static List<LocalTarget> of(PredictionData data, String machine) {
        Map<String, Seen> lanes = new TreeMap<>();
        data.set().observations().stream()
                .filter(one -> one.target().machine().equals(machine))
                .forEach(one -> add(lanes, new Seen(one.target(), one.at(), Optional.empty())));
        data.attempts().stream()
                .filter(one -> one.origin().machine().equals(machine))
                .forEach(one -> add(
                        lanes,
                        new Seen(
                                new TargetKey(
                                        machine,
                                        one.target().id(),
                                        one.threads().orElse(1)),
                                one.origin().startedAt(),
                                Optional.of(one.target()))));
        return lanes.values().stream()
                .flatMap(seen -> target(seen.key(), seen.target()).stream())
                .toList();
    }

    /** What a plan calls {@code native/onnxruntime-1.29.0/cpu-cpu, 2 threads}; empty where no target of this version is called so. */
    static Optional<LocalTarget> parse(String text) {
        Matcher matcher = WITH_THREADS.matcher(text);
        return matcher.matches()
                ? target(
                        new TargetKey(
                                "",
                                matcher.group(1),
                                matcher.group(2) == null ? 1 : Integer.parseInt(matcher.group(2))),
                        Optional.empty())
                : Optional.empty();
    }

    private static void add(Map<String, Seen> lanes, Seen seen) {
        lanes.merge(lane(seen.key()), seen, Seen::later);
    }

    /** The target without versions. */
    private static String lane(TargetKey key) {
        List<String> parts = Arrays.asList(key.target().split("/", -1));
        return String.join(
                        "/",
                        parts.stream()
                                .map(part -> part.replaceFirst("-\\d.*$", ""))
                                .toList())
                + " " + key.threads();
    }

    private static Optional<LocalTarget> target(TargetKey key, Optional<Target> seen) {
        String word = key.target().substring(key.target().lastIndexOf('-') + 1);
        return Backends.installed()
                .find(key.backend())
                .flatMap(backend -> Arrays.stream(DeviceType.values())
                        .filter(type -> type.name().toLowerCase(Locale.ROOT).equals(word))
                        .findFirst()
                        .map(type -> new LocalTarget(
                                key,
                                backend,
                                type,
                                seen.map(TargetKind::of).orElseGet(() -> kind(key, backend)),
                                seen.flatMap(Target::software))));
    }

    private static TargetKind kind(TargetKey key, Backend backend) {
        int slash = key.target().indexOf('/');
        String where = slash < 0 ? key.target() : key.target().substring(0, slash);
        return new TargetKind(where.replaceFirst("-\\d.*$", ""), backend.id());
    }

    /** For tables: {@code native cpu, 2 threads}. */
    String label() {
        return key.label();
    }
}
