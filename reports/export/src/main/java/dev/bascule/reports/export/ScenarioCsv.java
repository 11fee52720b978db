package dev.bascule.reports.export;

import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.measure.Interval;
import dev.bascule.fallback.run.Figure;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.fallback.run.ScenarioRun;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Scenarios as CSV: one line for each sample, with the figure that it is of; one line without a sample for a scenario
 * that came to no figure. Stateless.
 */
final class ScenarioCsv {
    private static final List<String> HEADS = List.of(
            "run_id",
            "started_at",
            "machine",
            "scenario",
            "case_id",
            "model",
            "backend",
            "target",
            "verdict",
            "error_code",
            "error",
            "notes",
            "figure",
            "unit",
            "value",
            "ci95_low",
            "ci95_high",
            "n",
            "index",
            "sample");

    private ScenarioCsv() {}

    static String render(RunRecord record) {
        StringBuilder out = new StringBuilder(String.join(",", HEADS)).append("\r\n");
        for (ScenarioRun run : record.scenarios()) {
            String head = head(record, run);
            if (run.observed().figures().isEmpty()) {
                out.append(head).append(",".repeat(8)).append("\r\n");
            }
            for (Figure figure : run.observed().figures()) {
                String middle = middle(figure);
                for (int i = 0; i < figure.samples().size(); i++) {
                    out.append(head)
                            .append(',')
                            .append(middle)
                            .append(',')
                            .append(i + 1)
                            .append(',')
                            .append(figure.samples().get(i))
                            .append("\r\n");
                }
            }
        }
        return out.toString();
    }

    private static String head(RunRecord record, ScenarioRun run) {
        return line(
                Optional.of(record.id()),
                Optional.of(run.span().startedAt()),
                Optional.of(record.machine().fingerprint()),
                Optional.of(run.scenario()),
                Optional.of(run.caseId().toString()),
                Optional.of(run.modelName()),
                Optional.of(run.target().backend().id()),
                Optional.of(run.target().id()),
                Optional.of(run.verdict()),
                run.failure().map(Failure::code),
                run.failure().map(Failure::message),
                run.observed().notes().isEmpty()
                        ? Optional.empty()
                        : Optional.of(String.join("; ", run.observed().notes())));
    }

    private static String middle(Figure figure) {
        return line(
                Optional.of(figure.name()),
                Optional.of(figure.unit()),
                figure.value(),
                figure.interval().map(Interval::low),
                figure.interval().map(Interval::high),
                Optional.of(figure.samples().size()));
    }

    private static String line(Optional<?>... fields) {
        return Arrays.stream(fields)
                .map(field -> field.map(CsvReporter::field).orElse(""))
                .collect(Collectors.joining(","));
    }
}
