package dev.bascule.reports.matrix;

import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.MeasurementKey;
import dev.bascule.fallback.attempt.SharedAttempts;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.run.RunOrigin;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.fallback.target.Machine;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A case run with what a matrix has to know around it.
 *
 * @param runId the run it is from
 * @param startedAt when that run began
 * @param machine where
 * @param run the case run
 * @param nativeCpu the strict native CPU's run of the same case in the same run, fed and timed likewise, if there was one
 * @param sharedWith the other cells of the same run that attempts of this one were measured in
 * @param past what other runs of the very same place came to, where somebody looked
 * @param origins what its run is besides measured here, where that is known
 */
public record CaseResult(
        String runId,
        Instant startedAt,
        Machine machine,
        CaseRun run,
        Optional<CaseRun> nativeCpu,
        List<CaseRun> sharedWith,
        PastVerdicts past,
        Set<RunOrigin> origins) {

    public CaseResult {
        sharedWith = List.copyOf(sharedWith);
        origins = Set.copyOf(origins);
    }

    /** One of which nobody looked what other runs came to. */
    public CaseResult(
            String runId,
            Instant startedAt,
            Machine machine,
            CaseRun run,
            Optional<CaseRun> nativeCpu,
            List<CaseRun> sharedWith) {
        this(runId, startedAt, machine, run, nativeCpu, sharedWith, PastVerdicts.NONE, Set.of());
    }

    /** The same, with what other runs came to. */
    public CaseResult after(PastVerdicts others) {
        return new CaseResult(runId, startedAt, machine, run, nativeCpu, sharedWith, others, origins);
    }

    /** The same, of a run that came here in these ways. */
    public CaseResult from(Set<RunOrigin> ways) {
        return new CaseResult(runId, startedAt, machine, run, nativeCpu, sharedWith, past, ways);
    }

    /** The same, with what other runs among these came to. */
    public CaseResult afterThose(Collection<CaseResult> all) {
        return after(PastVerdicts.among(this, all));
    }

    /** One of which nobody looked whether another cell measured it. */
    public CaseResult(String runId, Instant startedAt, Machine machine, CaseRun run, Optional<CaseRun> nativeCpu) {
        this(runId, startedAt, machine, run, nativeCpu, List.of());
    }

    /** The launcher of a person who opened a link. */
    public static final String ATTACHED = "attach";

    /** What {@link #ways} says of what ran there. */
    public static final String ON_AN_ATTACHED_DEVICE = "attached";

    /** What the speed of every other target is compared with. */
    public static final Chain NATIVE_CPU = Chain.of(Backends.NATIVE_CPU);

    /** The other cell of the same run that the attempt was measured in on which this one's verdict rests, if so. */
    public Optional<CaseRun> measuredIn() {
        return sharedWith.isEmpty()
                ? Optional.empty()
                : new SharedAttempts(Stream.concat(sharedWith.stream(), Stream.of(run))
                                .toList())
                        .measuredIn(run, run.decisive());
    }

    /** A measurement of a run. */
    public record Shown(String runId, MeasurementKey measurement) {}

    /** What its verdict rests on. Cells with equal ones are no independent witnesses: whoever counts or tests, counts one. */
    public Shown shown() {
        return new Shown(runId, MeasurementKey.of(run.caseId(), run.decisive()));
    }

    /** The warm samples of the attempt on which its verdict rests; {@link Samples#NONE} where none were timed. */
    public Samples samples() {
        return shown().measurement().samples();
    }

    /**
     * What its reader has to know of who measured it: {@code imported} from elsewhere, or {@code attached} where it ran on a device
     * that nobody here could watch.
     */
    public List<String> ways() {
        boolean attached = run.attempts().stream()
                .flatMap(attempt -> attempt.target().browser().stream())
                .anyMatch(browser -> browser.launcher().equals(ATTACHED));
        List<String> ways = new ArrayList<>();
        if (origins.contains(RunOrigin.IMPORTED)) {
            ways.add(RunOrigin.IMPORTED.word());
        }
        if (attached) {
            ways.add(ON_AN_ATTACHED_DEVICE);
        }
        return ways;
    }

    /** Whether it tells anything of the case: what was skipped, or had nothing to run on, does not. */
    public boolean isTelling() {
        return run.verdict() != Verdict.SKIPPED && !run.neverBegan();
    }

    /** Whether it ran on a software adapter; empty where nobody said. */
    public Optional<Boolean> software() {
        return run.decisive()
                .evidence()
                .software()
                .or(() -> run.decisive().target().software());
    }

    /** Every case run of a run, in its order. */
    public static List<CaseResult> allOf(RunRecord record) {
        return allOf(record.id(), record.times().startedAt(), record.machine(), record.runs()).stream()
                .map(caseResult -> caseResult.from(record.provenance().origins()))
                .toList();
    }

    /** The same of a run of which no more is known than its case runs. */
    public static List<CaseResult> allOf(String runId, Instant startedAt, Machine machine, List<CaseRun> runs) {
        Map<CaseId, CaseRun> baselines = new HashMap<>();
        runs.stream()
                .filter(run -> run.chain().equals(NATIVE_CPU))
                .forEach(run -> baselines.putIfAbsent(run.caseId(), run));
        SharedAttempts shared = new SharedAttempts(runs);
        return runs.stream()
                .map(run -> new CaseResult(
                        runId,
                        startedAt,
                        machine,
                        run,
                        Optional.ofNullable(baselines.get(run.caseId()))
                                .filter(cpu -> cpu.conditions().equals(run.conditions())),
                        shared.measuredIn(run)))
                .toList();
    }
}
