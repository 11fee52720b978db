package dev.bascule.reports.matrix;

import java.util.Map;
import java.util.SortedMap;
import java.util.stream.Collectors;

/** Names rows of a matrix. Stateless. */
public final class RowLabel {
    private static final String DIMENSION = "dim.";
    private static final String BATCH = "batch";

    private RowLabel() {}

    /**
     * The model's name, with the sizes of dynamic dimensions where it has such: {@code MiniLM batch=1 sequence=128}; with all that
     * sets the case apart where the model has several rows.
     */
    public static String of(String model, String caseName, SortedMap<String, String> settings, boolean alone) {
        if (!alone) {
            return String.join(" ", model, caseName, settings(settings)).strip();
        }
        String sizes = settings.entrySet().stream()
                .filter(setting -> setting.getKey().startsWith(DIMENSION))
                .map(RowLabel::word)
                .collect(Collectors.joining(" "));
        return sizes.isEmpty()
                ? model
                : settings.containsKey(BATCH)
                        ? "%s batch=%s %s".formatted(model, settings.get(BATCH), sizes)
                        : model + " " + sizes;
    }

    /** {@code batch=1, sequence=128}. */
    public static String settings(SortedMap<String, String> settings) {
        return settings.entrySet().stream().map(RowLabel::word).collect(Collectors.joining(", "));
    }

    private static String word(Map.Entry<String, String> setting) {
        String name = setting.getKey();
        return (name.startsWith(DIMENSION) ? name.substring(DIMENSION.length()) : name) + "=" + setting.getValue();
    }
}
