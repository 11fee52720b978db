package dev.bascule.cli.output;

import dev.bascule.fallback.attempt.RunRecord;
import java.time.Duration;
import java.util.Comparator;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Where the time of a run went, in one line. Stateless. */
public final class ElapsedText {
    private ElapsedText() {}

    /** The total, then its parts, the largest first, then what none of them accounts for. */
    public static String of(RunRecord record) {
        Duration total = Duration.between(record.startedAt(), record.finishedAt());
        Duration known = record.elapsed().values().stream().reduce(Duration.ZERO, Duration::plus);
        String parts = record.elapsed().entrySet().stream()
                .sorted(Map.Entry.<String, Duration>comparingByValue(Comparator.reverseOrder()))
                .map(entry -> entry.getKey() + " " + seconds(entry.getValue()))
                .collect(Collectors.joining(", "));
        Duration rest = total.minus(known);
        return "time: %s%s%s%s"
                .formatted(
                        seconds(total),
                        parts.isEmpty() ? "" : " = " + parts,
                        rest.toMillis() >= 50 && !parts.isEmpty() ? ", other " + seconds(rest) : "",
                        record.interrupted() ? " (interrupted)" : "");
    }

    private static String seconds(Duration duration) {
        return String.format(Locale.ROOT, "%.1f s", duration.toMillis() / 1000.0);
    }
}
