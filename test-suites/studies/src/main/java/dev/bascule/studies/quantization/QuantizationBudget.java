package dev.bascule.studies.quantization;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.text.Durations;
import dev.bascule.fallback.text.Nearest;
import dev.bascule.models.workload.ByteSizes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a variant may cost at most. Immutable.
 *
 * @param limits by what they limit, in the order of their words
 */
public record QuantizationBudget(Map<Limit, Double> limits) {
    public static final QuantizationBudget NONE = new QuantizationBudget(Map.of());

    private static final String EXAMPLE = "--budget accuracy=1%,bytes=1MB,p95=20ms";
    private static final Pattern SHARE = Pattern.compile("(\\d{1,3}(?:\\.\\d{1,6})?)%");

    public QuantizationBudget {
        Map<Limit, Double> ordered = new LinkedHashMap<>();
        for (Limit limit : Limit.values()) {
            Optional.ofNullable(limits.get(limit)).ifPresent(most -> ordered.put(limit, most));
        }
        limits = java.util.Collections.unmodifiableMap(ordered);
    }

    /** What is limited. */
    public enum Limit {
        /** What may be lost, in the target's {@link Loss}: accuracy with labels, else what is known. */
        ACCURACY,
        BYTES,
        /** Milliseconds. */
        P50,
        /** Milliseconds. */
        P95;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** A figure of this kind, for people. */
        public String text(double figure) {
            return switch (this) {
                case ACCURACY -> String.format(Locale.ROOT, "%.2f points", 100 * figure);
                case BYTES -> ByteSizes.text(Math.round(figure));
                case P50, P95 -> String.format(Locale.ROOT, "%.3g ms", figure);
            };
        }

        /** A figure of a variant, with what it is. */
        String told(double figure) {
            return this == ACCURACY ? text(figure) + " lost" : "%s %s".formatted(word(), text(figure));
        }

        OptionalDouble of(Judged judged) {
            return switch (this) {
                case ACCURACY ->
                    judged.isOriginal()
                            ? OptionalDouble.of(0)
                            : judged.figures()
                                    .loss()
                                    .map(loss -> OptionalDouble.of(loss.difference()))
                                    .orElse(OptionalDouble.empty());
                case BYTES -> OptionalDouble.of(judged.point().bytes());
                case P50 -> OptionalDouble.of(judged.figures().p50());
                case P95 -> judged.figures().p95();
            };
        }
    }

    /**
     * Reads {@code accuracy=1%,bytes=1MB,p95=20ms}.
     *
     * @throws BasculeException {@link ErrorCode#USAGE_ERROR} for what is none, with the nearest word
     */
    public static QuantizationBudget parse(String text) {
        Map<Limit, Double> limits = new LinkedHashMap<>();
        for (String part : text.split(",", -1)) {
            int equals = part.indexOf('=');
            if (equals < 1 || equals == part.length() - 1) {
                throw usage("'%s' is no WHAT=MOST".formatted(part));
            }
            String word = part.substring(0, equals).strip();
            String most = part.substring(equals + 1).strip();
            Limit limit = List.of(Limit.values()).stream()
                    .filter(each -> each.word().equals(word))
                    .findFirst()
                    .orElseThrow(() -> usage("nothing called '%s' is limited%s"
                            .formatted(
                                    word,
                                    Nearest.hint(
                                            word,
                                            List.of(Limit.values()).stream()
                                                    .map(Limit::word)
                                                    .toList()))));
            if (limits.put(limit, most(limit, most)) != null) {
                throw usage("%s is limited twice".formatted(word));
            }
        }
        return new QuantizationBudget(limits);
    }

    private static double most(Limit limit, String text) {
        return switch (limit) {
            case ACCURACY -> share(text);
            case BYTES ->
                ByteSizes.parse(text)
                        .orElseThrow(() -> usage("bytes=%s is no size, such as 500kB or 1MB".formatted(text)));
            case P50, P95 ->
                Durations.parse(text)
                                .filter(length -> !length.isZero())
                                .map(Duration::toNanos)
                                .orElseThrow(
                                        () -> usage("%s=%s is no time, such as 20ms".formatted(limit.word(), text)))
                        / 1e6;
        };
    }

    private static double share(String text) {
        Matcher matcher = SHARE.matcher(text);
        double share = matcher.matches() ? Double.parseDouble(matcher.group(1)) / 100 : Double.NaN;
        if (!(share >= 0 && share <= 1)) {
            throw usage("accuracy=%s is no share that may be lost, such as 0.5%%: with the %% sign".formatted(text));
        }
        return share;
    }

    /** That a file may have; empty where nobody says. */
    public OptionalLong bytes() {
        return Optional.ofNullable(limits.get(Limit.BYTES))
                .map(most -> OptionalLong.of(most.longValue()))
                .orElseGet(OptionalLong::empty);
    }

    /** Milliseconds that a median inference may take; empty where nobody says. */
    public OptionalDouble p50() {
        return Optional.ofNullable(limits.get(Limit.P50))
                .map(OptionalDouble::of)
                .orElseGet(OptionalDouble::empty);
    }

    /** The same with another limit of the kind. */
    QuantizationBudget with(Limit limit, double most) {
        Map<Limit, Double> changed = new LinkedHashMap<>(limits);
        changed.put(limit, most);
        return new QuantizationBudget(changed);
    }

    /** What of it a point does not keep, in words; none where it keeps all. What is not known is not kept. */
    List<String> missed(Judged judged) {
        List<String> missed = new ArrayList<>();
        limits.forEach((limit, most) -> {
            OptionalDouble figure = limit.of(judged);
            if (figure.isEmpty()) {
                missed.add("its %s is not known".formatted(limit.word()));
            } else if (figure.getAsDouble() > most) {
                missed.add("%s, where the limit is %s".formatted(limit.told(figure.getAsDouble()), limit.text(most)));
            }
        });
        return missed;
    }

    /** What of it a point keeps as seen, and by its interval not surely; none where it surely keeps all that it keeps. */
    List<String> unsure(Judged judged) {
        Optional<Double> most = Optional.ofNullable(limits.get(Limit.ACCURACY));
        if (most.isEmpty() || judged.isOriginal()) {
            return List.of();
        }
        Optional<PairedLoss> loss = judged.figures().loss();
        return loss.flatMap(PairedLoss::ci95)
                .map(ends -> ends.high() <= most.orElseThrow()
                        ? List.<String>of()
                        : List.of("%s, by its interval up to %s, where the limit is %s"
                                .formatted(
                                        Limit.ACCURACY.told(loss.orElseThrow().difference()),
                                        Limit.ACCURACY.text(ends.high()),
                                        Limit.ACCURACY.text(most.orElseThrow()))))
                .orElseGet(() -> List.of("%s has no interval on %d samples"
                        .formatted(Limit.ACCURACY.word(), judged.figures().of())));
    }

    /** Whether a point keeps all of it, and by its interval surely. */
    boolean isSurelyKept(Judged judged) {
        return missed(judged).isEmpty() && unsure(judged).isEmpty();
    }

    /** Whether somebody said how much may be lost. */
    boolean limitsLoss() {
        return limits.containsKey(Limit.ACCURACY);
    }

    /** What may be lost, as a share; empty where nobody says. */
    OptionalDouble lost() {
        return Optional.ofNullable(limits.get(Limit.ACCURACY))
                .map(OptionalDouble::of)
                .orElseGet(OptionalDouble::empty);
    }

    /** By how many times it misses what it misses most; at most 1 where it keeps all. */
    double excess(Judged judged) {
        double worst = 0;
        for (Map.Entry<Limit, Double> each : limits.entrySet()) {
            OptionalDouble figure = each.getKey().of(judged);
            // A limit of nothing is missed by whatever there is, more by more.
            double times = figure.isEmpty()
                    ? Double.POSITIVE_INFINITY
                    : figure.getAsDouble() <= each.getValue()
                            ? 0
                            : each.getValue() == 0
                                    ? 1 + 100 * figure.getAsDouble()
                                    : figure.getAsDouble() / each.getValue();
            worst = Math.max(worst, times);
        }
        return worst;
    }

    /** As it is typed. */
    public String words() {
        List<String> parts = new ArrayList<>();
        limits.forEach((limit, most) -> parts.add("%s %s".formatted(limit.word(), limit.text(most))));
        return parts.isEmpty() ? "no budget" : String.join(", ", parts);
    }

    private static BasculeException usage(String why) {
        return new BasculeException(ErrorCode.USAGE_ERROR, "--budget: " + why, EXAMPLE);
    }
}
