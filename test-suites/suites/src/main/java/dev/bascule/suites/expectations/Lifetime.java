package dev.bascule.suites.expectations;

import dev.bascule.fallback.target.Target;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * From which version of an engine or a browser on something is so, and from which on no longer. Immutable.
 *
 * @param since the first version in which it is so; from the beginning where empty
 * @param until the first version in which it is so no longer; for good where empty
 */
public record Lifetime(Optional<Mark> since, Optional<Mark> until) {
    static final Lifetime ALWAYS = new Lifetime(Optional.empty(), Optional.empty());

    /**
     * One version.
     *
     * @param name of the engine or browser, such as {@code onnxruntime-web} or {@code chrome-headless-shell}
     * @param version as exact as it is written
     */
    public record Mark(String name, String version) {

        /** Reads {@code onnxruntime-web 1.21.0}; empty where it is not that. */
        static Optional<Mark> parse(String text) {
            String line = text.strip();
            int blank = line.lastIndexOf(' ');
            return blank > 0 && line.substring(blank + 1).matches("\\d[A-Za-z0-9.+-]*")
                    ? Optional.of(new Mark(line.substring(0, blank).strip(), line.substring(blank + 1)))
                    : Optional.empty();
        }

        /** Whether a target has that engine or browser in such a version; true of a target that has neither. */
        private boolean holds(Target target, VersionRange.Sign sign) {
            VersionedName any = VersionedName.of(name);
            VersionRange range = new VersionRange(List.of(new VersionRange.Bound(sign, version)));
            VersionedName within = new VersionedName(any.name(), range);
            boolean engine = fits(target.engine().name(), target.engine().version(), any, within);
            return engine
                    && target.browser()
                            .map(browser -> fits(browser.name(), browser.version(), any, within))
                            .orElse(true);
        }

        private static boolean fits(String name, String version, VersionedName any, VersionedName within) {
            return !any.matches(name, version) || within.matches(name, version);
        }

        @Override
        public String toString() {
            return name + " " + version;
        }
    }

    boolean holds(Target target) {
        return since.map(mark -> mark.holds(target, VersionRange.Sign.AT_LEAST)).orElse(true)
                && until.map(mark -> mark.holds(target, VersionRange.Sign.BELOW))
                        .orElse(true);
    }

    /** For people: {@code since onnxruntime-web 1.21.0, until onnxruntime-web 1.22.0}; may be empty. */
    @Override
    public String toString() {
        return Stream.of(since.map(mark -> "since " + mark), until.map(mark -> "until " + mark))
                .flatMap(Optional::stream)
                .collect(Collectors.joining(", "));
    }
}
