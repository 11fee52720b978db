package dev.bascule.cli.predict;

import dev.bascule.cli.collect.PredictionData;
import dev.bascule.cli.command.CliContext;
import dev.bascule.cli.command.JsonText;
import dev.bascule.cli.command.Version;
import dev.bascule.cli.output.Console;
import dev.bascule.fallback.cache.AtomicFile;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.ExitCode;
import dev.bascule.prediction.file.DataFile;
import dev.bascule.prediction.validate.Validation;
import dev.bascule.prediction.validate.ValidationReport;
import dev.bascule.reports.export.TablesPage;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** Validates predictions and writes what was asked for. */
record ValidationSession(CliContext context, Console console, boolean json, PredictOptions options) {

    ExitCode run(PredictionData data) {
        if (data.set().observations().isEmpty()) {
            throw new BasculeException(
                    ErrorCode.NOTHING_SELECTED_TO_RUN,
                    "there is nothing to validate: no model with known kernels was measured",
                    "bascule collect");
        }
        ValidationReport report = Validation.of(data.set(), console::say);
        options.html.ifPresent(file -> {
            write(
                    file,
                    TablesPage.render(ValidationPage.of(report), context.clock().instant()));
            console.say("wrote " + file);
        });
        options.writeData.ifPresent(file -> {
            DataFile.write(
                    context.folder().resolve(file),
                    data.set(),
                    report,
                    words(),
                    Version.number(),
                    context.clock().instant());
            console.say("wrote " + file);
        });
        if (json) {
            JsonText.print(console, ValidationDocument.of(report));
        } else {
            console.print(ValidationText.of(report));
        }
        return ExitCode.OK;
    }

    private void write(Path file, String text) {
        AtomicFile.write(context.folder().resolve(file), stream -> stream.write(text.getBytes(StandardCharsets.UTF_8)));
    }

    /** Of this machine, and of that whose data the product brings. */
    private Map<String, String> words() {
        Map<String, String> words = new HashMap<>(DataFile.shippedValidation().machines());
        context.services()
                .doctor()
                .machine()
                .ifPresent(here -> words.put(
                        here.fingerprint(),
                        "%s, %d cores, %s"
                                .formatted(here.cpu().name(), here.cpu().cores(), here.os())));
        return words;
    }
}
