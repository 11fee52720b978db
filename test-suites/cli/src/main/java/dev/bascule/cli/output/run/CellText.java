package dev.bascule.cli.output.run;

import dev.bascule.cli.output.Style;
import dev.bascule.execution.service.RunListener.Cell;
import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Timing;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.target.Browser;
import dev.bascule.fallback.target.Target;
import dev.bascule.reports.format.EndToEndText;
import dev.bascule.reports.format.Figures;
import dev.bascule.reports.matrix.CellKey;
import java.util.Locale;
import java.util.Optional;

/** A cell in a few words. Stateless. */
final class CellText {
    private CellText() {}

    /**
     * Browser, or native, and backend as the matrix names it: the column of a cell, in a few words; {@code browser} where none
     * was found.
     */
    static String where(CaseRun run) {
        Target target = run.decisive().target();
        String side = target.backend().side().name().toLowerCase(Locale.ROOT);
        return target.browser().map(Browser::label).orElse(side) + " " + CellKey.backend(target);
    }

    /** The same of a cell of which nobody asks who measured it. */
    static String of(CaseRun run, String place, Style style, ReportedFailures told) {
        return of(run, place, Optional.empty(), style, told);
    }

    /** The cell as a line names it: with its browser, for another one may have the same backend. */
    static String name(Cell cell) {
        return cell.browsers().isEmpty() ? cell.toString() : cell + " in " + String.join(", ", cell.browsers());
    }

    /**
     * The verdict, where it ended, how long it took, alone and from the file, and why if it failed: of each reason the words once.
     *
     * @param place what the reader finds this line by
     * @param measuredIn the other cell that measured it, if so
     */
    static String of(CaseRun run, String place, Optional<CaseRun> measuredIn, Style style, ReportedFailures told) {
        Attempt decisive = run.decisive();
        StringBuilder text = new StringBuilder(style.verdict(run.verdict()));
        Backend reached = decisive.target().backend();
        if (run.attempts().size() > 1) {
            text.append(" → ").append(reached.id());
            run.leftForItsOutputs()
                    .ifPresent(wrong -> text.append(" after wrong outputs of ").append(wrong.id()));
        }
        Optional<Samples> samples =
                decisive.measured().timing().map(Timing::measured).filter(measured -> !measured.isEmpty());
        samples.ifPresent(measured -> text.append(", median " + Figures.millis(measured.median())));
        decisive.measured()
                .endToEnd()
                .filter(times -> decisive.succeeded())
                .flatMap(EndToEndText::headline)
                .ifPresent(headline -> text.append(", ").append(headline));
        measuredIn.ifPresent(
                other -> text.append(" (as measured on ").append(other.chain()).append(")"));
        if (decisive.target().software().orElse(false)) {
            text.append(" (software)");
        }
        decisive.failure()
                .ifPresent(failure -> text.append(" ").append(failure.code()).append(told.words(failure, place)));
        run.retries()
                .forEach(retry -> text.append("; retry in a clean ")
                        .append(retry.target().browser().isPresent() ? "browser" : "process")
                        .append(retry.succeeded() ? " passed" : ": " + retry.outcome()));
        return text.toString();
    }
}
