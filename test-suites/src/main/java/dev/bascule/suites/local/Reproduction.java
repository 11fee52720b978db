package dev.bascule.suites.local;

import dev.bascule.suites.execution.Column;
import dev.bascule.suites.service.BrowserChoice;
import dev.bascule.suites.service.RunRequest;
import dev.bascule.suites.suite.InputSource;
import dev.bascule.suites.suite.Measurement;
import dev.bascule.suites.suite.SuiteCase;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The command line that repeats one cell: what the user typed, narrowed to the case and its chain. Stateless. */
final class Reproduction {

    private static final Pattern SAFE = Pattern.compile("[A-Za-z0-9_./:=@%+,-]+");

    private Reproduction() {}

    static String line(RunRequest request, SuiteCase wanted, Column column) {
        List<String> words = new ArrayList<>(List.of(
                System.getProperty("bascule.command", "bascule"),
                "run",
                wanted.model().reference()));
        wanted.model()
                .inputs()
                .forEach((name, source) -> input(name, source).ifPresent(value -> add(words, "--input", value)));
        wanted.model().dims().forEach((name, size) -> add(words, "--dim", name + "=" + size));
        wanted.model().frames().forEach((name, frame) -> add(words, "--frame", name + "=" + frame));
        wanted.model().carry().forEach((input, output) -> add(words, "--carry", input + "=" + output));
        Measurement measurement = wanted.measurement();
        if (measurement.batch() != Measurement.DEFAULT.batch()) {
            add(words, "--batch", Integer.toString(measurement.batch()));
        }
        if (measurement.threads() != Measurement.DEFAULT.threads()) {
            add(words, "--threads", Integer.toString(measurement.threads()));
        }
        if (measurement.graphOptimization() != Measurement.DEFAULT.graphOptimization()) {
            add(
                    words,
                    "--graph-optimization",
                    measurement.graphOptimization().name().toLowerCase(Locale.ROOT));
        }
        request.browserBinary().ifPresent(binary -> add(words, "--browser-binary", binary.toString()));
        if (request.browsers() instanceof BrowserChoice.Named named) {
            add(words, "--browsers", String.join(",", named.ids()));
        }
        if (column.chain().isStrict()) {
            add(words, "--backends", column.chain().first().id());
        } else {
            add(words, "--backends", "none");
            add(
                    words,
                    "--chain",
                    column.chain().rungs().stream().map(backend -> backend.id()).collect(Collectors.joining("->")));
        }
        add(words, "--seed", Long.toString(request.seed()));
        return words.stream().map(Reproduction::quoted).collect(Collectors.joining(" "));
    }

    private static Optional<String> input(String name, InputSource source) {
        if (source instanceof InputSource.File file) {
            return Optional.of(name + "=" + file.path());
        }
        if (source instanceof InputSource.Text text) {
            return Optional.of(name + "=" + text.text());
        }
        return source instanceof InputSource.Literal literal
                ? Optional.of(name + "=" + literal.json())
                : Optional.empty();
    }

    private static void add(List<String> words, String option, String value) {
        words.add(option);
        words.add(value);
    }

    private static String quoted(String word) {
        return SAFE.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
