package dev.bascule.reports.export;

import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.CheckCoverage;
import dev.bascule.fallback.attempt.Conditions;
import dev.bascule.fallback.attempt.Numerics;
import dev.bascule.fallback.attempt.OutputShape;
import dev.bascule.fallback.attempt.SharedAttempts;
import dev.bascule.fallback.attempt.Timing;
import dev.bascule.fallback.attempt.TimingPlan;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.job.EndToEnd;
import dev.bascule.fallback.job.EndToEnd.Step;
import dev.bascule.fallback.job.Memory;
import dev.bascule.fallback.measure.Interval;
import dev.bascule.fallback.measure.Summary;
import dev.bascule.fallback.numerics.Difference;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.reports.format.CheckCoverageText;
import dev.bascule.reports.format.EndToEndText;
import dev.bascule.reports.format.ToleranceFigures;
import dev.bascule.reports.matrix.CaseResult;
import dev.bascule.reports.matrix.KnownFailures;
import dev.bascule.reports.matrix.NumberedAttempt;
import dev.bascule.reports.scoring.Score;
import dev.bascule.reports.scoring.Scorer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * One line for each attempt, retries among them, RFC 4180; what is not known is empty. Samples of scenarios, which have
 * other columns, go to a file of their own beside it. Stateless.
 */
final class CsvReporter implements Reporter {

    private record Line(
            RunRecord run,
            CaseResult caseResult,
            int position,
            Attempt attempt,
            int retry,
            Optional<Score> score,
            Optional<CaseRun> measuredIn) {
        CaseRun cell() {
            return caseResult.run();
        }
    }

    private static final Map<String, Function<Line, Optional<?>>> COLUMNS = columns();

    @Override
    public String id() {
        return "csv";
    }

    @Override
    public String fileName() {
        return "attempts.csv";
    }

    @Override
    public String render(RunRecord record, KnownFailures known) {
        StringBuilder out = new StringBuilder(String.join(",", COLUMNS.keySet())).append("\r\n");
        SharedAttempts shared = new SharedAttempts(record.runs());
        for (CaseResult caseResult : CaseResult.allOf(record)) {
            Optional<Score> score = Scorer.score(caseResult.run(), caseResult.nativeCpu());
            List<NumberedAttempt> tries = NumberedAttempt.allOf(caseResult.run());
            for (int i = 0; i < tries.size(); i++) {
                NumberedAttempt made = tries.get(i);
                Line line = new Line(
                        record,
                        caseResult,
                        i + 1,
                        made.attempt(),
                        made.retry(),
                        score,
                        shared.measuredIn(caseResult.run(), made.attempt()));
                out.append(COLUMNS.values().stream()
                                .map(column -> column.apply(line)
                                        .map(CsvReporter::field)
                                        .orElse(""))
                                .collect(Collectors.joining(",")))
                        .append("\r\n");
            }
        }
        return out.toString();
    }

    @Override
    public List<Path> writeAll(RunRecord record, KnownFailures known, Path file) {
        Path attempts = OutputFiles.write(file, render(record, known));
        if (record.scenarios().isEmpty()) {
            return List.of(attempts);
        }
        return List.of(attempts, OutputFiles.write(beside(file), ScenarioCsv.render(record)));
    }

    /** {@code scenarios.csv} beside {@code attempts.csv}, {@code mine-scenarios.csv} beside {@code mine.csv}. */
    private Path beside(Path file) {
        String name = String.valueOf(file.getFileName());
        int type = name.toLowerCase(Locale.ROOT).lastIndexOf(".csv");
        String stem = type > 0 ? name.substring(0, type) : name;
        return file.resolveSibling(name.equals(fileName()) ? "scenarios.csv" : stem + "-scenarios.csv");
    }

    /** Text that a spreadsheet would take for a formula is kept text by an apostrophe. */
    static String field(Object value) {
        String text = value.toString();
        if (value instanceof String && text.matches("(?s)[=+\\-@\\t\\r].*")) {
            text = "'" + text;
        }
        return text.matches("(?s).*[\",\\r\\n].*") ? '"' + text.replace("\"", "\"\"") + '"' : text;
    }

    private static Map<String, Function<Line, Optional<?>>> columns() {
        Map<String, Function<Line, Optional<?>>> columns = new LinkedHashMap<>();
        columns.put("run_id", line -> Optional.of(line.run().id()));
        columns.put("started_at", line -> Optional.of(line.attempt().span().startedAt()));
        columns.put("machine", line -> Optional.of(line.run().machine().fingerprint()));
        columns.put("case_id", line -> Optional.of(line.cell().caseId().toString()));
        columns.put("model", line -> Optional.of(line.cell().model().name()));
        columns.put("family", line -> Optional.of(line.cell().model().family().id()));
        columns.put("chain", line -> Optional.of(line.cell().chain().toString()));
        columns.put("verdict", line -> Optional.of(line.cell().verdict()));
        columns.put("score", line -> line.score().map(Score::value));
        columns.put("attempt", line -> Optional.of(line.position()));
        columns.put(
                "backend", line -> Optional.of(line.attempt().target().backend().id()));
        columns.put("target", line -> Optional.of(line.attempt().target().id()));
        columns.put("outcome", line -> Optional.of(line.attempt().outcome()));
        columns.put("error_code", line -> line.attempt().failure().map(Failure::code));
        columns.put("error", line -> line.attempt().failure().map(Failure::message));
        addEvidence(columns);
        addTiming(columns);
        addNumerics(columns);
        columns.put(
                "memory_peak_bytes", line -> line.attempt().measured().memory().map(memory -> memory.peakBytes()));
        columns.put(
                "ratio_to_baseline",
                line -> line.attempt()
                        .comparison()
                        .map(comparison -> comparison.ratio().value()));
        columns.put("baseline", line -> line.attempt().comparison().map(comparison -> comparison.baseline()));
        columns.put("retry", line -> Optional.of(line.retry()));
        columns.put("memory_source", line -> line.attempt().measured().memory().map(Memory::source));
        columns.put(
                "memory_after_bytes", line -> line.attempt().measured().memory().flatMap(Memory::afterBytes));
        columns.put(
                "memory_parts_bytes",
                line -> line.attempt()
                        .measured()
                        .memory()
                        .map(memory -> memory.parts().entrySet().stream()
                                .map(part -> part.getKey() + "=" + part.getValue())
                                .collect(Collectors.joining(" "))));
        columns.put(
                "output_shape",
                line -> Optional.of(line.attempt().outputs())
                        .filter(outputs -> !outputs.isEmpty())
                        .map(outputs ->
                                outputs.stream().map(OutputShape::toString).collect(Collectors.joining("; "))));
        // Whoever sums over lines leaves out those that another line was measured for.
        columns.put(
                "measured_in",
                line -> line.measuredIn().map(cell -> cell.chain().toString()));
        columns.put(
                "inputs",
                line -> line.cell().conditions().map(known -> known.inputs().shapes()));
        columns.put(
                "inputs_sha256",
                line -> line.cell().conditions().map(known -> known.inputs().sha256()));
        columns.put(
                "dims",
                line -> line.cell().conditions().map(known -> known.inputs().sizes()));
        columns.put(
                "plan",
                line -> line.cell().conditions().flatMap(Conditions::plan).map(TimingPlan::words));
        addEndToEnd(columns);
        return columns;
    }

    private static void addEndToEnd(Map<String, Function<Line, Optional<?>>> columns) {
        columns.put(
                "end_to_end_median_ms",
                line -> endToEnd(line).map(EndToEnd::total).flatMap(EndToEndText::median));
        columns.put("end_to_end_n", line -> endToEnd(line).map(EndToEnd::size));
        columns.put("inference_share", line -> endToEnd(line).flatMap(times -> times.share(Step.INFERENCE)));
        for (Step step : Step.values()) {
            columns.put(
                    "end_to_end_%s_median_ms".formatted(step.name().toLowerCase(Locale.ROOT)),
                    line -> endToEnd(line)
                            .flatMap(times -> Optional.ofNullable(times.steps().get(step)))
                            .flatMap(EndToEndText::median));
        }
    }

    private static Optional<EndToEnd> endToEnd(Line line) {
        return line.attempt().measured().endToEnd();
    }

    private static void addEvidence(Map<String, Function<Line, Optional<?>>> columns) {
        columns.put("evidence", line -> Optional.of(line.attempt().evidence().proof()));
        columns.put("granted", line -> line.attempt().evidence().where().granted());
        columns.put("proven", line -> line.attempt().evidence().where().proven());
        columns.put(
                "nodes",
                line -> Optional.of(line.attempt().evidence().nodes().entrySet().stream()
                        .map(entry -> entry.getKey() + "=" + entry.getValue())
                        .collect(Collectors.joining(" "))));
        columns.put("software", line -> line.attempt().evidence().software());
        columns.put("device_type", line -> line.attempt().evidence().deviceType());
    }

    private static void addTiming(Map<String, Function<Line, Optional<?>>> columns) {
        columns.put(
                "fetch_ms", line -> line.attempt().measured().phases().fetch().map(CsvReporter::millis));
        columns.put(
                "create_ms", line -> line.attempt().measured().phases().create().map(CsvReporter::millis));
        columns.put(
                "first_ms", line -> line.attempt().measured().phases().first().map(CsvReporter::millis));
        columns.put(
                "dispose_ms",
                line -> line.attempt().measured().phases().dispose().map(CsvReporter::millis));
        columns.put(
                "n",
                line -> line.attempt()
                        .measured()
                        .timing()
                        .map(timing -> timing.measured().size()));
        columns.put("median_ms", line -> summary(line).map(Summary::median));
        columns.put("ci95_low_ms", line -> summary(line).flatMap(Summary::ci95).map(Interval::low));
        columns.put("ci95_high_ms", line -> summary(line).flatMap(Summary::ci95).map(Interval::high));
        columns.put("p90_ms", line -> summary(line).map(Summary::p90).flatMap(CsvReporter::boxed));
        columns.put("p99_ms", line -> summary(line).map(Summary::p99).flatMap(CsvReporter::boxed));
        columns.put("mean_ms", line -> summary(line).map(Summary::mean));
    }

    private static void addNumerics(Map<String, Function<Line, Optional<?>>> columns) {
        columns.put("reference", line -> line.attempt().numerics().map(Numerics::reference));
        columns.put("max_abs", line -> difference(line).map(Difference::maxAbs));
        columns.put("max_rel", line -> difference(line).map(Difference::maxRel));
        columns.put("max_ulp", line -> difference(line).map(Difference::maxUlp).flatMap(CsvReporter::boxed));
        columns.put("cosine", line -> difference(line).map(Difference::cosine).flatMap(CsvReporter::boxed));
        columns.put(
                "tolerance",
                line -> line.attempt()
                        .numerics()
                        .map(numerics -> numerics.tolerance().relative()));
        columns.put("tolerance_measure", line -> tolerance(line).flatMap(ToleranceFigures::measure));
        columns.put(
                "tolerance_absolute",
                line -> tolerance(line).map(ToleranceFigures::absolute).flatMap(CsvReporter::boxed));
        columns.put(
                "tolerance_ulp",
                line -> tolerance(line).map(ToleranceFigures::ulp).flatMap(CsvReporter::boxed));
        columns.put("signed_zeros", line -> difference(line).map(Difference::signedZeros));
        columns.put("numerics_ok", line -> line.attempt().numerics().map(Numerics::ok));
        columns.put("checked_values", line -> checked(line).map(CheckCoverage::values));
        columns.put("checked_outputs", line -> checked(line).map(CheckCoverage::outputs));
        columns.put("checked_inputs", line -> checked(line).map(CheckCoverage::inputs));
        columns.put("checked_steps", line -> checked(line).map(CheckCoverage::steps));
        columns.put("checked_data_sets", line -> checked(line).map(CheckCoverage::dataSets));
        columns.put(
                "not_judged",
                line -> checked(line).map(CheckCoverageText::notJudged).filter(words -> !words.isEmpty()));
    }

    private static Optional<CheckCoverage> checked(Line line) {
        return line.attempt().numerics().flatMap(Numerics::checked);
    }

    private static Optional<Summary> summary(Line line) {
        return line.attempt().measured().timing().map(Timing::measured).flatMap(samples -> Summary.of(samples));
    }

    private static Optional<Difference> difference(Line line) {
        return line.attempt().numerics().map(Numerics::difference);
    }

    private static Optional<ToleranceFigures> tolerance(Line line) {
        return line.attempt().numerics().map(Numerics::tolerance).map(ToleranceFigures::of);
    }

    private static double millis(Duration duration) {
        return duration.toNanos() / 1e6;
    }

    private static Optional<Double> boxed(OptionalDouble value) {
        return value.isPresent() ? Optional.of(value.getAsDouble()) : Optional.empty();
    }
}
