package dev.bascule.prediction.validate;

import dev.bascule.fallback.install.ReleaseVersion;
import dev.bascule.prediction.data.TargetKey;
import dev.bascule.prediction.data.TrainingSet;
import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds targets that differ in the engine's version alone, or in the browser's with it. Stateless. */
final class EngineVersions {
    /** {@code onnxruntime-web-1.29.0+ort.wasm}: its name, version and build. */
    private static final Pattern ENGINE = Pattern.compile("(.+?)-(\\d[^+]*)(\\+.*)?");

    private EngineVersions() {}

    private record Engine(String name, ReleaseVersion release, String build) {}

    /** The newest target that is as this one with an older version of the engine: what one would know of a new version. */
    static Optional<TargetKey> before(TrainingSet set, TargetKey target) {
        return set.targets().keySet().stream()
                .filter(other -> isOlder(other, target))
                .max(Comparator.comparing(other -> engine(other).orElseThrow().release()));
    }

    private static boolean isOlder(TargetKey one, TargetKey other) {
        Optional<Engine> left = engine(one);
        Optional<Engine> right = engine(other);
        return left.isPresent()
                && right.isPresent()
                && left.get().release().compareTo(right.get().release()) < 0
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
                ? ReleaseVersion.parse(found.group(2))
                        .map(release -> new Engine(
                                found.group(1),
                                release,
                                Optional.ofNullable(found.group(3)).orElse("")))
                : Optional.empty();
    }

    private static String last(TargetKey target) {
        return target.target().substring(target.target().lastIndexOf('/') + 1);
    }
}
