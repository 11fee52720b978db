package dev.bascule.app.generate;

import dev.bascule.fallback.text.Addresses;
import dev.bascule.fallback.text.PlainText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * What a generated test takes over of the way in which a cell's browser was started. A history may come from others, and CI
 * runs what is written there: a flag may name a program, and an expression of a workflow a secret. What is not known to be
 * harmless is left to people.
 *
 * @param setup options and their values
 * @param todo what was left out
 */
record HarmlessSetup(Map<String, String> setup, List<String> todo) {
    static final String FLAGS = "--browser-flag";

    private static final Pattern FLAG = Pattern.compile(
            "--(enable-features|disable-features|enable-blink-features|disable-blink-features|enable-unsafe-webgpu"
                    + "|enable-unsafe-swiftshader|enable-dawn-features|disable-dawn-features|use-webgpu-adapter"
                    + "|use-webgpu-power-preference|force_high_performance_gpu|force_low_power_gpu|use-angle|use-gl|use-vulkan"
                    + "|ignore-gpu-blocklist|enable-gpu|disable-gpu|disable-vulkan-surface|in-process-gpu|headless"
                    + ")(=[A-Za-z0-9_.,:<>/*-]*)?");
    private static final Pattern WORD = Pattern.compile("[A-Za-z0-9_.,:@*+ -]+");
    private static final Pattern GRID = Pattern.compile("https?://[A-Za-z0-9_.:/\\[\\]-]+");

    HarmlessSetup {
        setup = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(setup));
        todo = List.copyOf(todo);
    }

    static HarmlessSetup of(Map<String, String> wanted) {
        Map<String, String> setup = new LinkedHashMap<>();
        List<String> todo = new ArrayList<>();
        wanted.forEach((option, value) -> {
            List<String> words = option.equals(FLAGS)
                    ? Arrays.asList(value.split(" ", -1))
                    : List.of(Addresses.withoutUserInfo(value));
            List<String> harmless =
                    words.stream().filter(word -> isHarmless(option, word)).toList();
            words.stream()
                    .filter(word -> !harmless.contains(word))
                    .forEach(word -> todo.add(
                            "the cell was measured with %s %s, which is not carried over: add it yourself if you know what it does"
                                    .formatted(option, PlainText.line(word))));
            if (!harmless.isEmpty()) {
                setup.put(option, String.join(" ", harmless));
            }
        });
        return new HarmlessSetup(setup, todo);
    }

    private static boolean isHarmless(String option, String value) {
        Pattern form = switch (option) {
            case FLAGS -> FLAG;
            case "--grid" -> GRID;
            default -> WORD;
        };
        // A program of one machine is nothing that another should start.
        if (option.equals("--browser-binary")) {
            return false;
        }
        return form.matcher(value).matches() && (option.equals(FLAGS) || !value.startsWith("-"));
    }
}
