package dev.bascule.reports.history;

import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.CheckCoverage;
import dev.bascule.fallback.attempt.Numerics;
import dev.bascule.fallback.attempt.Timing;
import dev.bascule.fallback.attempt.UnjudgedOutput;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.evidence.Contradiction;
import dev.bascule.fallback.evidence.Evidence;
import dev.bascule.fallback.numerics.Difference;
import dev.bascule.reports.format.ToleranceFigures;
import java.sql.SQLException;
import java.util.Optional;

/**
 * Writes what hangs on an attempt: samples, evidence, numerics, error, what it cost, the user's clock.
 *
 * @param tables where to
 */
record AttemptDetails(Tables tables) {

    /** Hands out a table's appender. */
    @FunctionalInterface
    interface Tables {
        TableAppender of(String name) throws SQLException;
    }

    void write(long id, Attempt attempt) throws SQLException {
        writeEvidence(id, attempt.evidence());
        if (attempt.measured().timing().isPresent()) {
            writeTiming(id, attempt.measured().timing().get());
        }
        if (attempt.numerics().isPresent()) {
            writeNumerics(id, attempt.numerics().get());
        }
        if (attempt.failure().isPresent()) {
            writeFailure(id, attempt.failure().get());
        }
        if (attempt.measured().usage().isPresent()) {
            UsageTables.write(tables, id, attempt.measured().usage().get());
        }
        if (attempt.measured().endToEnd().isPresent()) {
            EndToEndTables.write(tables, id, attempt.measured().endToEnd().get());
        }
    }

    private void writeTiming(long id, Timing timing) throws SQLException {
        tables.of("samples")
                .row()
                .add(id)
                .add(timing.warmUp())
                .add(timing.measured())
                .add(timing.stable())
                .text(timing.noise())
                .end();
    }

    private void writeEvidence(long id, Evidence evidence) throws SQLException {
        tables.of("evidence")
                .row()
                .add(id)
                .add(evidence.proof())
                .add(evidence.where().requested())
                .text(evidence.where().granted())
                .text(evidence.where().proven())
                .add(evidence.nodes())
                .number(evidence.partitions())
                .flag(evidence.software())
                .text(evidence.deviceType().map(Enum::name))
                .add(evidence.facts())
                .add(evidence.notes())
                .add(evidence.contradictions().stream().map(Contradiction::rule).toList())
                .add(evidence.contradictions().stream()
                        .map(Contradiction::sentence)
                        .toList())
                .end();
    }

    private void writeNumerics(long id, Numerics numerics) throws SQLException {
        Difference difference = numerics.difference();
        ToleranceFigures tolerance = ToleranceFigures.of(numerics.tolerance());
        TableAppender row = tables.of("numerics")
                .row()
                .add(id)
                .add(numerics.reference())
                .add(difference.elements())
                .add(difference.outside())
                .add(difference.maxAbs())
                .add(difference.maxRel())
                .number(difference.maxUlp())
                .number(difference.cosine())
                .add(difference.signedZeros());
        Optional<Difference.Noise> noise = difference.noise();
        (noise.isPresent()
                        ? row.add(noise.get().most())
                                .add(noise.get().rms())
                                .add(noise.get().undetermined())
                                .add(noise.get().beyond())
                        : row.none().none().none().none())
                .text(difference.worst().map(Difference.Worst::output));
        (difference.worst().isPresent() ? row.add(difference.worst().get().index()) : row.none())
                .text(difference.worst().map(Difference.Worst::got))
                .text(difference.worst().map(Difference.Worst::expected))
                .text(tolerance.measure())
                .add(tolerance.relative())
                .number(tolerance.absolute())
                .number(tolerance.ulp())
                .number(tolerance.sigma())
                .add(tolerance.basis())
                .add(numerics.ok())
                .add(numerics.checkedIterations());
        if (numerics.checked().isPresent()) {
            writeChecked(row, numerics.checked().get());
        } else {
            row.none().none().none().none().none().none().none();
        }
        row.end();
    }

    private static void writeChecked(TableAppender row, CheckCoverage checked) throws SQLException {
        row.add(checked.values())
                .add(checked.outputs())
                .add(checked.inputs())
                .add(checked.steps())
                .add(checked.dataSets())
                .add(checked.notJudged().stream().map(UnjudgedOutput::output).toList())
                .add(checked.notJudged().stream()
                        .map(output -> output.why().name())
                        .toList());
    }

    private void writeFailure(long id, Failure failure) throws SQLException {
        tables.of("errors")
                .row()
                .add(id)
                .add(failure.code())
                .add(failure.code().severity())
                .add(failure.code().category())
                .add(failure.message())
                .add(failure.remedies())
                .end();
    }
}
