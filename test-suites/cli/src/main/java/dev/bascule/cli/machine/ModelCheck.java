package dev.bascule.cli.machine;

import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.cases.ModelInfo;
import dev.bascule.fallback.driver.TierCheck;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.models.outlook.MemoryNeed;
import dev.bascule.models.outlook.StaticCompatibility;
import dev.bascule.models.workload.FreeMemory;
import dev.bascule.reports.coverage.Forecast;
import dev.bascule.reports.coverage.Forecast.OfTarget;
import dev.bascule.reports.format.Figures;
import dev.bascule.reports.matrix.CaseResult;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Whether a model will run on each backend here, and how that is known. Immutable.
 *
 * @param model what was asked about
 * @param need memory that its tensors take
 * @param free memory of the host
 * @param rows one for each backend and browser
 */
record ModelCheck(ModelInfo model, MemoryNeed need, FreeMemory free, List<Row> rows) {

    private static final String PUBLISH =
            "give outputs to compare with: a folder with model.onnx and test_data_set_0, as ONNX publishes them";

    ModelCheck {
        rows = List.copyOf(rows);
    }

    /** What an answer rests on, the best first. */
    enum Basis {
        /** The model was run there: now, or in a run of the history that the reason names. */
        MEASURED,
        /** Its file, the engine's version, free memory or results of other models' operators let expect it. */
        PREDICTED,
        /** Nothing tells. */
        UNKNOWN
    }

    /** Whether it runs there. */
    enum Answer {
        YES,
        PARTLY,
        NO,
        /** The backend is not here to be tried. */
        NOT_HERE,
        UNKNOWN
    }

    /**
     * @param where the browser, or {@code native}
     * @param reason what was seen, or why nothing is known
     * @param remedy what gets further; empty where nothing does
     */
    record Row(String backend, String where, Basis basis, Answer answer, String reason, Optional<String> remedy) {}

    /** Whether anything is known to run it. */
    boolean isRunnable() {
        return rows.stream().anyMatch(row -> row.answer() == Answer.YES || row.answer() == Answer.PARTLY);
    }

    /**
     * What is known before and after a try.
     *
     * @param tried a short run of the model now, where there was one
     * @param untried why there was none, and what to do about it; empty where there was one
     * @param seen cells of the history
     * @param forecast from the operators' results, where there are any
     * @param compatibility what the file itself and free memory say of each backend
     * @param absence why a native backend is not here, by files alone
     * @param deviceless why this machine has no device for a backend, and what would help; such a backend is not tried
     */
    record Known(
            Optional<RunRecord> tried,
            Optional<Untried> untried,
            List<CaseResult> seen,
            Optional<Forecast> forecast,
            Function<Backend, StaticCompatibility> compatibility,
            Function<Backend, Optional<TierCheck.Failed>> absence,
            Function<Backend, Optional<Untried>> deviceless) {}

    /** Why a model was not tried, and what gets it tried. */
    record Untried(String reason, String remedy) {}

    /** Puts together what is known: the first that tells, of measured, foreseen and predicted. */
    static ModelCheck of(ModelInfo model, MemoryNeed need, FreeMemory free, Collection<Backend> backends, Known known) {
        List<Row> rows = new ArrayList<>();
        for (Backend backend : backends) {
            List<CaseRun> now = known.tried().map(RunRecord::runs).orElse(List.of()).stream()
                    .filter(run -> isOn(run, backend))
                    .toList();
            List<Row> measured = now.stream()
                    .filter(run -> !run.neverBegan() && !isUnjudged(run))
                    .map(run -> measured(run, ""))
                    .toList();
            if (!measured.isEmpty()) {
                rows.addAll(measured);
                continue;
            }
            Optional<Untold> untold = untold(now, backend, known);
            StaticCompatibility compatibility = known.compatibility().apply(backend);
            rows.add(earlier(model, backend, known.seen())
                    .or(() -> compatibility.obstacle().map(obstacle -> foreseen(backend, obstacle, untold)))
                    .or(() -> predicted(backend, known.forecast(), untold))
                    .orElseGet(() -> unknown(backend, untold, compatibility)));
        }
        return new ModelCheck(model, need, free, rows);
    }

    /** Nothing ran there: what would have judged it does not run the model itself. */
    private static boolean isUnjudged(CaseRun run) {
        return !run.chain().first().equals(Backends.NATIVE_CPU) && failed(run, ErrorCode.REFERENCE_UNAVAILABLE);
    }

    private static boolean failed(CaseRun run, ErrorCode code) {
        return run.decisive()
                .failure()
                .filter(failure -> failure.code() == code)
                .isPresent();
    }

    /**
     * Why nothing was measured there.
     *
     * @param here whether the backend is there to be tried
     */
    private record Untold(boolean here, String reason, Optional<String> remedy) {}

    private static Optional<Untold> untold(List<CaseRun> now, Backend backend, Known known) {
        Optional<CaseRun> unjudged = now.stream().filter(ModelCheck::isUnjudged).findFirst();
        if (unjudged.isPresent()) {
            return unjudged.flatMap(run -> run.decisive().failure())
                    .map(why -> new Untold(true, "not tried: " + why.message(), Optional.of(PUBLISH)));
        }
        Optional<Untried> deviceless = known.deviceless().apply(backend);
        if (deviceless.isPresent()) {
            return deviceless.map(why -> new Untold(false, why.reason(), Optional.of(why.remedy())));
        }
        return now.stream()
                .flatMap(run -> run.decisive().failure().stream())
                .findFirst()
                .map(why ->
                        new Untold(false, why.message(), why.remedies().stream().findFirst()))
                .or(() -> known.absence()
                        .apply(backend)
                        .map(stop -> new Untold(false, stop.reason(), Optional.of(stop.nextStep()))))
                .or(() -> known.untried().map(why -> new Untold(true, why.reason(), Optional.of(why.remedy()))));
    }

    private static boolean isOn(CaseRun run, Backend backend) {
        return run.chain().isStrict() && run.chain().first().equals(backend);
    }

    private static Row measured(CaseRun run, String when) {
        Attempt decisive = run.decisive();
        Verdict verdict = run.verdict();
        Answer answer = switch (verdict) {
            case PASS, FELL_BACK -> Answer.YES;
            case PARTIAL, FLAKY -> Answer.PARTLY;
            case WRONG, UNSUPPORTED, FAILED, CRASHED, TIMED_OUT, SKIPPED -> Answer.NO;
        };
        String nodes = decisive.evidence().nodes().entrySet().stream()
                .map(node -> "%d %s on %s"
                        .formatted(node.getValue(), node.getValue() == 1 ? "node" : "nodes", node.getKey()))
                .collect(Collectors.joining(", "));
        String software = decisive.target().software().orElse(false) ? ", a software adapter" : "";
        String said = decisive.failure()
                .map(failure -> "%s, %s: %s".formatted(verdict, failure.code(), failure.message()))
                .orElseGet(() -> verdict + (nodes.isEmpty() ? "" : ", " + nodes) + software);
        return new Row(
                run.chain().first().id(),
                where(decisive),
                Basis.MEASURED,
                answer,
                said + when,
                failed(run, ErrorCode.REFERENCE_UNAVAILABLE)
                        ? Optional.of(PUBLISH)
                        : decisive.failure().map(failure -> failure.remedies().get(0)));
    }

    private static String where(Attempt attempt) {
        return attempt.target()
                .browser()
                .map(browser -> browser.label())
                .orElseGet(() -> side(attempt.target().backend()));
    }

    private static Optional<Row> earlier(ModelInfo model, Backend backend, List<CaseResult> seen) {
        return seen.stream()
                .filter(cell -> cell.run().model().sha256().equals(model.sha256()))
                .filter(cell -> isOn(cell.run(), backend) && cell.isTelling())
                .findFirst()
                .map(cell -> measured(
                        cell.run(),
                        " (in run %s, on %s)"
                                .formatted(cell.runId(), cell.machine().cpu().name())));
    }

    private static Row foreseen(Backend backend, StaticCompatibility.Obstacle obstacle, Optional<Untold> untold) {
        return new Row(
                backend.id(),
                side(backend),
                Basis.PREDICTED,
                Answer.NO,
                obstacle.reason()
                        + untold.filter(why -> !why.here())
                                .map(why -> "; nor is it here: " + why.reason())
                                .orElse(""),
                Optional.of(obstacle.remedy()));
    }

    private static Optional<Row> predicted(Backend backend, Optional<Forecast> forecast, Optional<Untold> untold) {
        return forecast.map(Forecast::targets).orElse(List.of()).stream()
                .filter(target -> target.column().chain().first().equals(backend))
                .filter(target -> target.nodes(Forecast.Known.UNKNOWN) < target.nodes())
                .findFirst()
                .map(target -> predicted(backend, target, untold));
    }

    private static Row predicted(Backend backend, OfTarget target, Optional<Untold> untold) {
        boolean all = target.nodes(Forecast.Known.RUNS) == target.nodes();
        boolean lacks = target.nodes(Forecast.Known.LACKS) + target.nodes(Forecast.Known.BREAKS) > 0;
        return new Row(
                backend.id(),
                target.column().group(),
                Basis.PREDICTED,
                all ? Answer.YES : lacks ? Answer.PARTLY : Answer.UNKNOWN,
                "%d of %d nodes are of operators that run there, %d partly, %d do not, %d unknown, by %s%s"
                        .formatted(
                                target.nodes(Forecast.Known.RUNS),
                                target.nodes(),
                                target.nodes(Forecast.Known.PARTLY),
                                target.nodes(Forecast.Known.LACKS) + target.nodes(Forecast.Known.BREAKS),
                                target.nodes(Forecast.Known.UNKNOWN),
                                Figures.counted(target.cases(), "case"),
                                untold.filter(why -> !why.here())
                                        .map(why -> "; it is not here: " + why.reason())
                                        .orElse("")),
                Optional.of("bascule matrix --ops MODEL lists the operators"));
    }

    private static Row unknown(Backend backend, Optional<Untold> untold, StaticCompatibility compatibility) {
        Untold why = untold.orElseGet(() -> backend.side() == Side.BROWSER
                ? new Untold(true, "no browser took part in the try", Optional.of("leave --browsers none out"))
                : new Untold(true, "the try ended before it", Optional.of("run it again and let it finish")));
        boolean open = why.here() && !compatibility.inFavor().isEmpty();
        return new Row(
                backend.id(),
                side(backend),
                Basis.UNKNOWN,
                why.here() ? Answer.UNKNOWN : Answer.NOT_HERE,
                why.reason()
                        + (open ? "; nothing is known against it: " + String.join("; ", compatibility.inFavor()) : ""),
                why.remedy());
    }

    private static String side(Backend backend) {
        return word(backend.side());
    }

    static String word(Enum<?> constant) {
        return constant.name().toLowerCase(java.util.Locale.ROOT).replace('_', ' ');
    }
}
