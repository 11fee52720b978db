package dev.bascule.training.checkpoint;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An optimizer's settings, which a checkpoint has as one text, such as {@code Adam[rate=Constant[rate=0.001], beta1=0.9]}, in words: only what
 * differs of two, each setting by the name that people know it by. Stateless.
 */
final class OptimizerWords {
    /** A name and what stands after it, or one setting. */
    private static final Pattern PIECE =
            Pattern.compile("(\\w+)\\[|(\\w+)=(?=\\w+\\[)|(\\w+)=([^,\\[\\]]+)|]|([^,\\[\\]\\s=][^,\\[\\]]*)");

    private static final String NAME = "optimizer";

    private static final Map<String, String> KNOWN = Map.of(
            "rate", "learning rate",
            "peak", "learning rate",
            "total", "end of the decay",
            "warmUp", "steps to warm up",
            "decay", "weight decay",
            "momentum", "momentum",
            "epsilon", "epsilon");

    private OptimizerWords() {}

    /** What another has that this has not; at least one sentence of two texts that differ. */
    static List<String> differences(String here, String there) {
        Map<String, String> own = settings(here);
        Map<String, String> others = settings(there);
        List<String> found = new ArrayList<>();
        if (!own.getOrDefault(NAME, "").equals(others.getOrDefault(NAME, ""))) {
            // Settings of two optimizers are not those of one that differ.
            return List.of(
                    "%s %s, not %s".formatted(NAME, others.getOrDefault(NAME, there), own.getOrDefault(NAME, here)));
        }
        Set<String> all = new LinkedHashSet<>(own.keySet());
        all.addAll(others.keySet());
        for (String setting : all) {
            String mine = own.getOrDefault(setting, "none");
            String theirs = others.getOrDefault(setting, "none");
            if (!mine.equals(theirs)) {
                found.add("%s %s, not %s".formatted(setting, theirs, mine));
            }
        }
        return found.isEmpty() ? List.of("%s %s, not %s".formatted(NAME, there, here)) : found;
    }

    /** By the names that people know; what is not of the known form is one thing by itself. */
    private static Map<String, String> settings(String text) {
        Map<String, String> settings = new LinkedHashMap<>();
        Matcher piece = PIECE.matcher(text);
        int depth = 0;
        while (piece.find()) {
            String begun = group(piece, 1);
            String setting = group(piece, 3);
            String other = group(piece, 5);
            if (!begun.isEmpty()) {
                settings.putIfAbsent(
                        depth++ == 0 ? NAME : "course of the learning rate", begun.toLowerCase(Locale.ROOT));
            } else if (!setting.isEmpty()) {
                settings.put(KNOWN.getOrDefault(setting, setting), group(piece, 4));
            } else if (!other.isEmpty()) {
                settings.merge(
                        settings.isEmpty() ? NAME : "form of a step", other.strip(), (one, two) -> one + ", " + two);
            } else if (piece.group().equals("]")) {
                depth--;
            }
        }
        name(settings);
        return settings;
    }

    private static String group(Matcher piece, int number) {
        return Objects.requireNonNullElse(piece.group(number), "");
    }

    /** Two are one class with a switch. */
    private static void name(Map<String, String> settings) {
        if ("true".equals(settings.remove("decoupled"))) {
            settings.put(NAME, "adamw");
        }
        if ("true".equals(settings.remove("nesterov"))) {
            settings.put(NAME, "nesterov");
        }
    }
}
