package dev.bascule.reports.selection;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.fallback.run.Selection;
import dev.bascule.reports.comparison.CellSelector;
import dev.bascule.reports.comparison.ComparedSide;
import dev.bascule.reports.format.Figures;
import dev.bascule.reports.history.History;
import dev.bascule.reports.history.MatrixQuery;
import dev.bascule.reports.history.RunFilter;
import dev.bascule.reports.history.RunHeading;
import dev.bascule.reports.matrix.CaseResult;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Gets the cells that selectors name, for the command line as for the dashboard. Belongs to one thread. */
public final class ComparedSides {
    /** Runs with such cells that a selector takes where it does not say how many. */
    private static final int USUAL_RUNS = 20;

    /** Runs that are looked through for them. */
    private static final int SEARCHED_RUNS = 500;

    /** Runs that the noise between runs is told from. */
    private static final int NOISE_RUNS = 15;

    private final Supplier<History> history;
    private final Opening opening;
    private final String remedy;
    private final List<String> noRun;
    private final Map<String, List<CaseResult>> read = new HashMap<>();

    /** Opens what a selector names outright; each throws a {@link BasculeException} where it is not there, or not allowed. */
    public interface Opening {
        RunRecord file(CellSelector.File file);

        RunRecord run(History history, CellSelector.Id id);
    }

    /**
     * @param history asked only where it is needed: files alone need none
     * @param remedy what shows what there is, for one who named nothing
     */
    public ComparedSides(Supplier<History> history, Opening opening, String remedy) {
        this(history, opening, remedy, List.of("bascule run"));
    }

    /** @param noRun what to do where the history has too few runs for the one that is named */
    public ComparedSides(Supplier<History> history, Opening opening, String remedy, List<String> noRun) {
        this.history = history;
        this.opening = opening;
        this.remedy = remedy;
        this.noRun = List.copyOf(noRun);
    }

    /**
     * The side that a selector names.
     *
     * @throws BasculeException where it names nothing
     */
    public ComparedSide side(CellSelector selector) {
        return side(selector, Set.of());
    }

    /**
     * The side that a selector names, of such cases only.
     *
     * @param cases an empty set leaves nothing out
     * @throws BasculeException where nothing is left
     */
    public ComparedSide side(CellSelector selector, Set<MatrixQuery.Cases> cases) {
        Predicate<CaseResult> wanted =
                cell -> selector.matches(cell) && (cases.isEmpty() || cases.contains(MatrixQuery.Cases.of(cell.run())));
        Optional<RunRecord> run = selector.run().map(reference -> run(selector, reference));
        List<CaseResult> found = cells(selector, run, wanted);
        // A part of a name is as good only where nothing has the whole: lenet is not lenet.qat-int4.
        List<CaseResult> cells = found.stream().anyMatch(selector::namesModelOf)
                ? cells(selector, run, wanted.and(selector::namesModelOf))
                : found;
        List<Selection.Unread> unread = run.map(ComparedSide::unread).orElse(List.of());
        if (cells.isEmpty()) {
            throw none(selector, cases.equals(Set.of(MatrixQuery.Cases.MODELS)) ? "of a model " : "");
        }
        return new ComparedSide(name(selector, cells), cells, unread);
    }

    private List<CaseResult> cells(CellSelector selector, Optional<RunRecord> run, Predicate<CaseResult> wanted) {
        return run.map(record ->
                        CaseResult.allOf(record).stream().filter(wanted).toList())
                .orElseGet(() -> ofHistory(selector, wanted));
    }

    private BasculeException none(CellSelector selector, String among) {
        return new BasculeException(
                ErrorCode.NOTHING_SELECTED_TO_RUN, "no cell %sis '%s'".formatted(among, selector.name()), remedy);
    }

    private static String name(CellSelector selector, List<CaseResult> cells) {
        String id = cells.get(0).runId();
        return selector.run().isPresent() && !selector.name().equals(id)
                ? "%s (%s)".formatted(selector.name(), id)
                : selector.name();
    }

    private RunRecord run(CellSelector selector, CellSelector.RunReference run) {
        if (run instanceof CellSelector.File file) {
            return opening.file(file);
        }
        if (run instanceof CellSelector.Id id) {
            return opening.run(history.get(), id);
        }
        int before = ((CellSelector.Latest) run).before();
        List<RunHeading> newest = history.get().runs(filter(selector).limitedTo(before + 1));
        if (newest.size() <= before) {
            throw new BasculeException(
                    ErrorCode.NOTHING_SELECTED_TO_RUN,
                    "'%s' is not there: the history has %s%s%s"
                            .formatted(
                                    selector.name(),
                                    newest.isEmpty() ? "no run" : Figures.counted(newest.size(), "run"),
                                    selector.suite()
                                            .map(" of the suite '%s'"::formatted)
                                            .orElse(""),
                                    selector.since().isPresent() ? " of that time" : ""),
                    noRun.toArray(String[]::new));
        }
        return history.get().find(newest.get(before).id()).orElseThrow();
    }

    private static RunFilter filter(CellSelector selector) {
        return new RunFilter(selector.suite(), selector.since(), Integer.MAX_VALUE);
    }

    /** The newest runs that have such cells. */
    private List<CaseResult> ofHistory(CellSelector selector, Predicate<CaseResult> wanted) {
        List<CaseResult> cells = new ArrayList<>();
        int left = selector.last().orElse(USUAL_RUNS);
        List<RunHeading> searched = searched(selector);
        for (RunHeading heading : searched) {
            List<CaseResult> matching = cells(heading).stream().filter(wanted).toList();
            cells.addAll(matching);
            left -= matching.isEmpty() ? 0 : 1;
            if (left == 0) {
                break;
            }
        }
        if (cells.isEmpty() && searched.size() == SEARCHED_RUNS) {
            throw none(selector, "of the newest %d such runs ".formatted(SEARCHED_RUNS));
        }
        return cells;
    }

    /** The newest of the time that it asks for: those after it would only use the number up. */
    private List<RunHeading> searched(CellSelector selector) {
        Optional<Instant> until = selector.until();
        return until.isEmpty()
                ? history.get().runs(filter(selector).limitedTo(SEARCHED_RUNS))
                : history.get().runs(filter(selector)).stream()
                        .filter(run -> run.startedAt().isBefore(until.get()))
                        .limit(SEARCHED_RUNS)
                        .toList();
    }

    private List<CaseResult> cells(RunHeading heading) {
        return read.computeIfAbsent(
                heading.id(),
                id -> history.get().find(id).map(CaseResult::allOf).orElse(List.of()));
    }

    /** Cells of the newest runs of a suite, for how much they differ. */
    public List<CaseResult> recent(Optional<String> suite) {
        RunFilter runs = new RunFilter(suite, Optional.empty(), NOISE_RUNS);
        return history.get().runs(runs).stream()
                .flatMap(heading -> cells(heading).stream())
                .toList();
    }
}
