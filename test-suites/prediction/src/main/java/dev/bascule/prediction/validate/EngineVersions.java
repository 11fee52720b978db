package dev.bascule.prediction.validate;

import dev.bascule.prediction.data.TargetKey;
import dev.bascule.prediction.data.TrainingSet;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds targets that differ in the engine's version alone, or in the browser's with it. Stateless. */
final class EngineVersions {
    /** {@code onnxruntime-web-1.29.0+ort.wasm}: its name, version and build. */
    private static final Pattern ENGINE = Pattern.compile("(.+?)-(\\d[^+]*)(\\+.*)?");

    private EngineVersions() {}

    private record Engine(String name, String version, String build) {}

    /** The newest target that is as this one with another version of the engine. */
    static Optional<TargetKey> other(TrainingSet set, TargetKey target) {
        return set.targets().keySet().stream()
                .filter(other -> isOtherVersion(other, target))
                .reduce((older, newer) -> newer);
    }

    private static boolean isOtherVersion(TargetKey one, TargetKey other) {
        Optional<Engine> left = engine(one);
        Optional<Engine> right = engine(other);
        return left.isPresent()
                && right.isPresent()
                && !left.get().version().equals(right.get().version())
                && left.get().name().equals(right.get().name())
                && left.get().build().equals(right.get().build())
                && one.machine().equals(other.machine())
                && one.threads() == other.threads()
                && one.browser().equals(other.browser())
                && last(one).equals(last(other));
    }

    private static Optional<Engine> engine(TargetKey target) {
        String[] parts = target.target().split("/", -1);
        if (parts.length != 3) {
            return Optional.empty();
        }
        Matcher found = ENGINE.matcher(parts[1]);
        return found.matches()
                ? Optional.of(new Engine(
                        found.group(1),
                        found.group(2),
                        Optional.ofNullable(found.group(3)).orElse("")))
                : Optional.empty();
    }

    private static String last(TargetKey target) {
        return target.target().substring(target.target().lastIndexOf('/') + 1);
    }
}
