package dev.bascule.cli.predict;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.prediction.fit.Level;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** What is predicted, from what, and how it is held against what was measured. */
final class PredictOptions {
    @Option(
            names = "--on",
            paramLabel = "GLOB",
            description = "Targets to predict for, such as '*wasm*', or all, those of other machines included; may be"
                    + " repeated (default: those of this machine).")
    List<String> on = List.of();

    @Option(
            names = "--level",
            paramLabel = "0|1|2",
            description = "What a prediction may rest on: 0 the graph alone, 1 native CPU measured now, 2 also what the"
                    + " history has of this model on other targets (default: 2).")
    private int level = 2;

    @Option(
            names = "--interval",
            paramLabel = "PERCENT",
            description = "How often an interval is to hold the true time (default: 90).")
    private double interval = 90;

    @Option(
            names = "--data",
            paramLabel = "FILE",
            description = "Data of another machine, as --write-data writes them; may be repeated.")
    List<Path> data = List.of();

    @Option(
            names = "--validate",
            description =
                    "Predict no model, but hold all methods against models and targets that the fit never saw,"
                            + " beside what anybody would try first. Takes about 8 s of one processor for 48 models on 7 targets.")
    boolean validate;

    @Option(
            names = "--held",
            description =
                    "Predict no model, but say how what was predicted earlier held against what was measured after it:"
                            + " median errors, how often intervals held, and an alarm where that is less often than they claim.")
    boolean held;

    @Option(names = "--html", paramLabel = "FILE", description = "Of --validate: write the report as a page as well.")
    Optional<Path> html = Optional.empty();

    @Option(
            names = "--write-data",
            paramLabel = "FILE",
            description = "Of --validate: write what this machine measured, with the validation, for other machines.")
    Optional<Path> writeData = Optional.empty();

    /** @throws BasculeException of a level that there is not */
    Level level() {
        if (level < 0 || level >= Level.values().length) {
            throw usage("--level %d: there are 0, 1 and 2".formatted(level));
        }
        return Level.values()[level];
    }

    /** As a share. */
    double interval() {
        if (!(interval >= 50 && interval < 100)) {
            throw usage("--interval %s: it must be from 50, and below 100".formatted(interval));
        }
        return interval / 100;
    }

    static BasculeException usage(String message) {
        return new BasculeException(ErrorCode.USAGE_ERROR, message, "bascule predict --help");
    }
}
