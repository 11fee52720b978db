package dev.bascule.cli.select;

import dev.bascule.app.config.Flags;
import dev.bascule.app.config.Keys;
import dev.bascule.cli.options.RowOptions;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.text.Durations;
import dev.bascule.models.workload.ByteSizes;
import dev.bascule.studies.select.Dimension;
import dev.bascule.studies.select.Objective;
import dev.bascule.studies.select.SelectLimits;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What is best, within which limits, and among what. */
final class SelectOptions {
    private final Flags flags = new Flags();

    @Option(
            names = "--for",
            paramLabel = "WHAT",
            description =
                    "What is to be least: latency (the median), p95, throughput (the time an item, over batches), memory or"
                            + " energy (where the machine has a counter) (default: latency).")
    private String objective = "latency";

    @Option(
            names = "--deadline",
            paramLabel = "TIME",
            description =
                    "Only what surely meets it in 95 of 100 inferences, such as 20ms; that takes 72 inferences at least.")
    private Optional<String> deadline = Optional.empty();

    @Option(
            names = "--memory",
            paramLabel = "SIZE",
            description = "Only what its processes grow by less than, such as 500MB.")
    private Optional<String> memory = Optional.empty();

    @Option(
            names = "--budget",
            paramLabel = "TIME",
            description =
                    "How long candidates may be tried and raced, once the model is read and browsers are started and before up to"
                            + " three of the best are run once more; 0 for not at all: the answer then rests on what was"
                            + " measured before, and on predictions (default: 30s).")
    private String budget = "30s";

    @Option(
            names = "--threads",
            paramLabel = "N,…",
            split = ",",
            description = "Threads of CPU engines that may be chosen (default: 1, and as many as there are cores).")
    private List<Integer> threads = List.of();

    @Option(
            names = "--batches",
            paramLabel = "N,…",
            split = ",",
            description = "Batches that may be chosen (default: 1; for throughput 1,4,16).")
    private List<Integer> batches = List.of();

    @Option(
            names = "--tune",
            paramLabel = "WHAT,…",
            split = ",",
            description =
                    "In what the best is configured otherwise once it is found, as far as the budget goes, and raced again: graph"
                            + " (optimization level), arena, execution (nodes side by side on native CPU), float32 (told to engines that choose by themselves),"
                            + " precision (these, and fewer bits, whose outputs may be off by 1%% of their greatest"
                            + " magnitude), build (of onnxruntime-web), model (float16, with --fp16-model), or none"
                            + " (default: all but precision).")
    private List<String> tuned = List.of();

    @Option(
            names = "--fp16-model",
            paramLabel = "FILE",
            description =
                    "Make a float16 model of it, write it there as a new file, and let it take part; its outputs may be off by 1%% of their"
                            + " greatest magnitude.")
    private Optional<Path> halfModel = Optional.empty();

    @Option(
            names = "--emit",
            paramLabel = "KIND",
            description =
                    "Print the answer as code instead: suite (YAML for bascule run), js (onnxruntime-web), java or python"
                            + " (ONNX Runtime).")
    private Optional<String> emit = Optional.empty();

    @Option(
            names = "--data",
            paramLabel = "FILE",
            description =
                    "Data of another machine that predictions may rest on, as bascule predict --write-data writes them; may be"
                            + " repeated.")
    List<Path> data = List.of();

    @Option(
            names = "--validate",
            description =
                    "Select for no model, but for each that the data have, from predictions that never saw its architecture, and"
                            + " say how often that was the best. Takes about 10 s of one processor for 48 models on 7 targets.")
    boolean validate;

    @Spec
    void spec(CommandSpec own) {
        new RowOptions(own, flags)
                .add(
                        Keys.BACKENDS,
                        "Backends that may be chosen (default: all that work here, emulated GPUs left out).")
                .add(Keys.SEED);
    }

    Flags flags() {
        return flags;
    }

    /** @throws BasculeException of one that there is not */
    Objective objective() {
        return Objective.of(objective)
                .orElseThrow(() -> usage("--for %s: there are %s".formatted(objective, Objective.words())));
    }

    /** Empty where nothing may be measured. */
    Optional<SelectLimits> limits() {
        Duration length = duration("--budget", budget);
        return length.isZero() ? Optional.empty() : Optional.of(new SelectLimits(length, deadline(), memory()));
    }

    Optional<Duration> deadline() {
        return deadline.map(text -> duration("--deadline", text)).map(length -> {
            if (length.isZero()) {
                throw usage("--deadline 0: nothing meets it");
            }
            return length;
        });
    }

    OptionalLong memory() {
        return memory.stream()
                .mapToLong(text -> ByteSizes.parse(text)
                        .orElseThrow(() -> usage("--memory %s is no size, such as 500MB".formatted(text))))
                .findFirst();
    }

    /** What is wrong is said before anything is measured. */
    void refuseMisuse(Path folder) {
        deadline();
        memory();
        threads();
        batches();
        dimensions();
        halfModel(folder).filter(Files::exists).ifPresent(file -> {
            throw usage("--fp16-model %s: there is such a file, and it is left as it is: name another"
                    .formatted(halfModel.orElseThrow()));
        });
    }

    /** In the order of their words; none of a float16 model where nobody said where it may be written. */
    List<Dimension> dimensions() {
        if (tuned.isEmpty()) {
            return Dimension.usual();
        }
        if (tuned.equals(List.of("none"))) {
            return List.of();
        }
        List<Dimension> wanted = tuned.stream()
                .map(word -> Dimension.of(word)
                        .orElseThrow(
                                () -> usage("--tune %s: there are %s, or none".formatted(word, Dimension.words()))))
                .distinct()
                .toList();
        if (wanted.contains(Dimension.MODEL) && halfModel.isEmpty()) {
            throw usage("--tune model: say by --fp16-model where the float16 model is written");
        }
        return wanted;
    }

    /** As it was typed. */
    Optional<Path> halfModel() {
        return halfModel;
    }

    /** Where it is written. */
    Optional<Path> halfModel(Path folder) {
        return halfModel.map(folder::resolve);
    }

    List<Integer> threads() {
        return threads.isEmpty()
                ? Stream.of(1, Runtime.getRuntime().availableProcessors())
                        .distinct()
                        .toList()
                : atLeastOne("--threads", threads);
    }

    List<Integer> batches() {
        if (!batches.isEmpty()) {
            return atLeastOne("--batches", batches);
        }
        return objective() == Objective.THROUGHPUT ? List.of(1, 4, 16) : List.of(1);
    }

    Optional<Emitted> emit() {
        return emit.map(word ->
                Emitted.of(word).orElseThrow(() -> usage("--emit %s: there are %s".formatted(word, Emitted.words()))));
    }

    private static List<Integer> atLeastOne(String option, List<Integer> said) {
        said.stream().filter(count -> count < 1).findFirst().ifPresent(count -> {
            throw usage("%s %d: at least 1".formatted(option, count));
        });
        return said.stream().distinct().toList();
    }

    private static Duration duration(String option, String text) {
        return Durations.parse(text)
                .orElseThrow(() -> usage("%s %s is no duration, such as 20ms or 10s".formatted(option, text)));
    }

    static BasculeException usage(String message) {
        return new BasculeException(ErrorCode.USAGE_ERROR, message, "bascule select --help");
    }
}
