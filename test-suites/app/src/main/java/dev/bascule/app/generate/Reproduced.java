package dev.bascule.app.generate;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.models.inputs.FrameWindow;
import dev.bascule.models.inputs.InputSource;
import dev.bascule.models.preprocessing.PipelineKind;
import dev.bascule.models.source.ModelSource;
import dev.bascule.suites.suite.ModelNames;
import dev.bascule.suites.suite.PipelineEntry;
import dev.bascule.suites.suite.SuiteModel;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What the line that reproduces a cell says: the model as it is fed, and how the browser is started.
 *
 * @param model the model of the line
 * @param setup options that say how browsers take part, with their values, in order
 * @param threads of a CPU engine, where the line says so
 */
record Reproduced(SuiteModel model, Map<String, String> setup, Optional<Integer> threads) {
    /** What a test takes over from the line as it is. */
    private static final Set<String> SETUP = Set.of(
            "--browsers",
            "--browser-binary",
            "--launcher",
            "--grid",
            "--bridge-host",
            "--gpu",
            "--webnn-device",
            "--build",
            "--browser-flag");

    Reproduced {
        setup = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(setup));
    }

    /** @throws BasculeException where the line is none of {@code bascule run} */
    static Reproduced of(String line) {
        List<String> words = ShellWords.split(line);
        int run = words.indexOf("run");
        if (run < 0 || run + 1 >= words.size()) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR,
                    "a test is made of what `bascule run` measured, but this cell comes from: " + line,
                    "bascule conformance has --expectations, and serve a person who opens a link");
        }
        Optional<Integer> threads = Optional.empty();
        Map<String, InputSource> inputs = new LinkedHashMap<>();
        Map<String, Long> dims = new LinkedHashMap<>();
        Map<String, FrameWindow> frames = new LinkedHashMap<>();
        Map<String, String> carry = new LinkedHashMap<>();
        Optional<PipelineEntry> pipeline = Optional.empty();
        Map<String, String> setup = new LinkedHashMap<>();
        for (int i = run + 2; i + 1 < words.size(); i += 2) {
            String value = words.get(i + 1);
            String[] pair = value.split("=", 2);
            String right = pair.length == 2 ? pair[1] : "";
            switch (words.get(i)) {
                case "--input" -> inputs.put(pair[0], InputSource.parse(right));
                case "--threads" ->
                    threads = Optional.of(value)
                            .filter(text -> text.matches("\\d{1,4}"))
                            .map(Integer::valueOf);
                case "--dim" ->
                    Optional.of(right)
                            .filter(text -> text.matches("\\d{1,18}"))
                            .ifPresent(text -> dims.put(pair[0], Long.valueOf(text)));
                case "--frame" -> FrameWindow.parse(right).ifPresent(frame -> frames.put(pair[0], frame));
                case "--pipeline" -> pipeline = PipelineKind.of(value).map(PipelineEntry.NONE::of);
                case "--carry" -> carry.put(pair[0], right);
                default -> {
                    if (SETUP.contains(words.get(i))) {
                        setup.merge(words.get(i), value, (one, more) -> one + " " + more);
                    }
                }
            }
        }
        return new Reproduced(
                new SuiteModel(
                        words.get(run + 1),
                        ModelNames.name(ModelSource.parse(words.get(run + 1), Path.of(""))),
                        new SuiteModel.Feed(inputs, pipeline, dims, frames, carry)),
                setup,
                threads);
    }
}
