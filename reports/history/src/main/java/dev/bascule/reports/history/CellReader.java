package dev.bascule.reports.history;

import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.cases.Family;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.evidence.ProofClass;
import dev.bascule.fallback.measure.Interval;
import dev.bascule.reports.history.CellSummary.Reason;
import dev.bascule.reports.history.CellSummary.Relative;
import dev.bascule.reports.history.CellSummary.Time;
import dev.bascule.reports.matrix.CellPlace;
import dev.bascule.reports.scoring.RelativeSpeed;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * Reads cell summaries. Constants are asked for by their place in their enum, since the driver takes many times as long over a word
 * as over a number. Stateless.
 */
final class CellReader {
    /** What to select of {@code cells c} for a cell. */
    static final String COLUMNS = String.join(
            ", ",
            "c.position",
            "c.began",
            code("verdict", Verdict.values()),
            code("family", Stream.of(Family.values()).map(Family::id)) + " AS family",
            "c.task",
            "c.score",
            "c.median_ms",
            "c.median_low",
            "c.median_high",
            "c.n",
            "c.ratio",
            "c.ratio_low",
            "c.ratio_high",
            code("ratio_basis", RelativeSpeed.Basis.values()),
            code("proof", ProofClass.values()),
            "c.software",
            "c.actual",
            code("code", ErrorCode.values()),
            "c.message",
            "c.noise",
            "c.throttled",
            "c.from_exact",
            "c.merged");

    private static final Verdict[] VERDICTS = Verdict.values();
    private static final Family[] FAMILIES = Family.values();
    private static final ProofClass[] PROOFS = ProofClass.values();
    private static final RelativeSpeed.Basis[] BASES = RelativeSpeed.Basis.values();
    private static final ErrorCode[] CODES = ErrorCode.values();

    private CellReader() {}

    private static String code(String column, Enum<?>[] constants) {
        return code(column, Arrays.stream(constants).map(Enum::name)) + " AS " + column;
    }

    private static String code(String column, Stream<String> words) {
        return "list_position([%s], c.%s) - 1".formatted(CellIndex.words(words), column);
    }

    /**
     * @param run that the cell is of
     * @param requested the backend asked for first
     */
    static CellSummary cell(Row row, CellPlace place, MatrixDimensions.Run run, String requested) throws SQLException {
        return new CellSummary(
                place,
                new CaseRunRef(run.id(), row.integer("position")),
                run.startedAt(),
                row.flag("began"),
                constant(row, "verdict", VERDICTS).orElseThrow(),
                constant(row, "family", FAMILIES).orElse(Family.OTHER),
                row.text("task"),
                boxed(row.optionalInteger("score")),
                time(row),
                relative(row),
                constant(row, "proof", PROOFS).orElseThrow(),
                row.optionalFlag("software"),
                requested,
                row.optionalText("actual"),
                reason(row),
                row.optionalText("noise"),
                row.flag("throttled"),
                boxed(row.optionalReal("from_exact")),
                row.integer("merged"));
    }

    private static <E> Optional<E> constant(Row row, String column, E[] constants) throws SQLException {
        OptionalInt code = row.optionalInteger(column);
        return code.isPresent() ? Optional.of(constants[code.getAsInt()]) : Optional.empty();
    }

    private static Optional<Integer> boxed(OptionalInt number) {
        return number.isPresent() ? Optional.of(number.getAsInt()) : Optional.empty();
    }

    private static Optional<Double> boxed(OptionalDouble number) {
        return number.isPresent() ? Optional.of(number.getAsDouble()) : Optional.empty();
    }

    private static Optional<Time> time(Row row) throws SQLException {
        OptionalDouble median = row.optionalReal("median_ms");
        return median.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        new Time(median.getAsDouble(), interval(row, "median_low", "median_high"), row.integer("n")));
    }

    private static Optional<Relative> relative(Row row) throws SQLException {
        OptionalDouble ratio = row.optionalReal("ratio");
        return ratio.isEmpty()
                ? Optional.empty()
                : Optional.of(new Relative(
                        ratio.getAsDouble(),
                        interval(row, "ratio_low", "ratio_high"),
                        constant(row, "ratio_basis", BASES).orElseThrow()));
    }

    private static Optional<Reason> reason(Row row) throws SQLException {
        Optional<ErrorCode> code = constant(row, "code", CODES);
        return code.isEmpty() ? Optional.empty() : Optional.of(new Reason(code.get(), row.text("message")));
    }

    private static Optional<Interval> interval(Row row, String low, String high) throws SQLException {
        OptionalDouble from = row.optionalReal(low);
        return from.isEmpty() ? Optional.empty() : Optional.of(new Interval(from.getAsDouble(), row.real(high)));
    }
}
