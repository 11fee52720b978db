package dev.bascule.cli.output.run;

import dev.bascule.fallback.run.RunRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Where the time of a run went. Stateless. */
public final class ElapsedText {
    private static final Duration WORTH_A_WORD = Duration.ofMillis(50);

    private ElapsedText() {}

    /** The total, then its parts, the longest first, then what none of them accounts for; in lines of this width. */
    public static String of(RunRecord record, int width) {
        Duration total = record.times().took();
        List<String> parts = new ArrayList<>();
        record.times().elapsed().entrySet().stream()
                .filter(entry -> entry.getValue().compareTo(WORTH_A_WORD) >= 0)
                .sorted(Map.Entry.<String, Duration>comparingByValue(Comparator.reverseOrder()))
                .forEach(entry -> parts.add(entry.getKey() + " " + seconds(entry.getValue())));
        Duration rest = total.minus(record.times().elapsed().values().stream().reduce(Duration.ZERO, Duration::plus));
        if (!parts.isEmpty() && rest.compareTo(WORTH_A_WORD) >= 0) {
            parts.add("other " + seconds(rest));
        }
        return wrapped(
                "time: " + seconds(total) + (record.extent().interrupted() ? ", interrupted" : ""), parts, width);
    }

    private static String wrapped(String head, List<String> parts, int width) {
        StringBuilder text = new StringBuilder();
        String line = head;
        String divider = ": ";
        for (String part : parts) {
            if (line.length() + divider.length() + part.length() > width) {
                text.append(line).append(divider.stripTrailing()).append('\n');
                line = "  " + part;
            } else {
                line = line + divider + part;
            }
            divider = "; ";
        }
        return text + line;
    }

    private static String seconds(Duration duration) {
        return String.format(Locale.ROOT, "%.1f s", duration.toMillis() / 1000.0);
    }
}
