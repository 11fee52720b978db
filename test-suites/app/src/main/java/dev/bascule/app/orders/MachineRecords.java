package dev.bascule.app.orders;

import dev.bascule.execution.service.RunRequest;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.run.Invocation;
import dev.bascule.fallback.run.RunOrigin;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.fallback.run.UnrunCell;
import dev.bascule.suites.suite.SuiteCase;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Makes records of what workers sent back: one for each worker and machine, with its own facts and times. What a job did not ask for is
 * refused: a worker speaks for its job alone. Belongs to one run.
 */
public final class MachineRecords {
    private final RunRequest request;
    private final Optional<Only> only;
    private final Map<Key, List<RunRecord>> parts = new LinkedHashMap<>();

    /** Fingerprint and hardware are the worker's own word, so that none speaks for another's machine. */
    private record Key(String worker, String fingerprint, String hardware) {}

    /**
     * A machine's record, and whose word it is.
     *
     * @param worker its id
     */
    public record OfMachine(RunRecord record, String worker) {}

    /**
     * Who alone may answer.
     *
     * @param worker its id
     * @param machine the fingerprint that its record has to have; empty where the worker did not say
     */
    public record Only(String worker, Optional<String> machine) {}

    public MachineRecords(RunRequest request) {
        this(request, Optional.empty());
    }

    /** Of jobs that were for one worker. */
    public MachineRecords(RunRequest request, Only only) {
        this(request, Optional.of(only));
    }

    private MachineRecords(RunRequest request, Optional<Only> only) {
        this.request = request;
        this.only = only;
    }

    /**
     * Takes what one job came to, and gives it.
     *
     * @throws BasculeException RECORD_INVALID where it is not to be believed; nothing of it is taken then
     */
    public RunRecord add(JobsOutcome.Done done, Instant now) {
        RunRecord read = Documents.read(done.document(), done.job().references(), now);
        CasesOrder order = Words.read(done.job().request().payload(), CasesOrder.class);
        only.ifPresent(one -> refuseAnother(one, read, done));
        refuseOthers(read, order, done);
        RunRecord record = read.mapRuns(run -> OwnLines.with(run, reference(asked(order))));
        String worker =
                done.attempt().map(attempt -> attempt.worker().toString()).orElse("a worker");
        Key key = new Key(
                worker,
                record.machine().fingerprint(),
                done.attempt().map(attempt -> attempt.hardware()).orElse(""));
        parts.computeIfAbsent(key, any -> new ArrayList<>()).add(record);
        return record;
    }

    private SuiteCase asked(CasesOrder order) {
        return request.cases().stream()
                .filter(one -> one.id().toString().equals(order.caseId()))
                .findFirst()
                .orElseThrow();
    }

    private static String reference(SuiteCase one) {
        return one.model().reference();
    }

    private static void refuseAnother(Only only, RunRecord record, JobsOutcome.Done done) {
        boolean other = done.attempt()
                .filter(attempt -> attempt.worker().toString().equals(only.worker()))
                .isEmpty();
        if (other) {
            throw new BasculeException(
                    ErrorCode.RECORD_INVALID, "another worker than %s answered for it".formatted(only.worker()));
        }
        if (only.machine()
                .filter(machine -> !machine.equals(record.machine().fingerprint()))
                .isPresent()) {
            throw new BasculeException(
                    ErrorCode.RECORD_INVALID,
                    "%s answered for '%s' from another machine than it joined with; nothing of it is kept"
                            .formatted(only.worker(), done.job().what()),
                    "start that worker again",
                    "revoke that worker");
        }
    }

    private static void refuseOthers(RunRecord record, CasesOrder order, JobsOutcome.Done done) {
        CaseId asked = CaseId.parse(order.caseId());
        boolean strange = !record.id().equals(order.run().id())
                || !record.scenarios().isEmpty()
                || record.runs().stream()
                        .anyMatch(run -> !isOf(run.caseId(), asked)
                                || order.chains().stream()
                                        .noneMatch(chain -> chain.equals(WholeCells.words(run.chain())))
                                || !run.model().sha256().equals(order.model().sha256()));
        if (strange) {
            throw new BasculeException(
                    ErrorCode.RECORD_INVALID,
                    "a worker's result for '%s' has cells that were not asked for; nothing of it is kept"
                            .formatted(done.job().what()),
                    "revoke that worker");
        }
        WholeCells.amiss(record.runs(), List.of(order.caseId()), order.chains(), run -> order.caseId())
                .ifPresent(amiss -> {
                    throw new BasculeException(
                            ErrorCode.RECORD_INVALID,
                            "a worker's result for '%s' is not whole: %s; nothing of it is kept"
                                    .formatted(done.job().what(), amiss),
                            "revoke that worker");
                });
    }

    /** A run adds sizes that nobody had said, and may take a smaller batch. */
    private static boolean isOf(CaseId ran, CaseId asked) {
        return ran.equals(asked) || ran.isAnotherSizeOf(asked);
    }

    /**
     * One record for each machine, in the order in which they first answered; the only one has the run's id. What no machine did
     * is the first one's, once.
     *
     * @param id makes the other ids
     * @param interrupted whether the run was stopped before its end
     * @param notRun cells of which nothing came
     */
    public List<OfMachine> records(Supplier<String> id, boolean interrupted, List<UnrunCell> notRun) {
        boolean one = parts.size() == 1;
        List<OfMachine> machines = new ArrayList<>();
        parts.forEach((key, all) -> machines.add(new OfMachine(
                joined(all, one ? request.id() : id.get(), interrupted, machines.isEmpty() ? notRun : List.of()),
                key.worker())));
        return List.copyOf(machines);
    }

    private RunRecord joined(Collection<RunRecord> all, String id, boolean interrupted, List<UnrunCell> notRun) {
        RunRecord first = all.iterator().next();
        Invocation asked = request.invocation();
        RunRecord record = new RunRecord(
                new Invocation(id, asked.suite(), asked.suiteHash(), asked.seed(), asked.command()),
                new RunRecord.Times(
                        instants(all, RunRecord.Times::startedAt)
                                .min(Comparator.naturalOrder())
                                .orElseThrow(),
                        instants(all, RunRecord.Times::finishedAt)
                                .max(Comparator.naturalOrder())
                                .orElseThrow(),
                        elapsed(all)),
                first.machine(),
                new RunRecord.Extent(first.extent().selection(), interrupted, notRun),
                inOrder(all),
                List.of(),
                all.stream().flatMap(part -> part.errors().stream()).distinct().toList(),
                all.stream().flatMap(part -> part.models().stream()).distinct().toList(),
                RunRecord.Provenance.measuredBy(first.provenance().tool()));
        return record.as(RunOrigin.IMPORTED);
    }

    private static Stream<Instant> instants(Collection<RunRecord> all, Function<RunRecord.Times, Instant> time) {
        return all.stream().map(RunRecord::times).map(time);
    }

    /** As the request has its cases and their chains. */
    private List<CaseRun> inOrder(Collection<RunRecord> all) {
        List<CaseId> cases = request.cases().stream().map(SuiteCase::id).toList();
        return all.stream()
                .flatMap(part -> part.runs().stream())
                .sorted(Comparator.comparingInt(run -> position(cases, run.caseId())))
                .toList();
    }

    private static int position(List<CaseId> cases, CaseId ran) {
        for (int i = 0; i < cases.size(); i++) {
            if (isOf(ran, cases.get(i))) {
                return i;
            }
        }
        return cases.size();
    }

    private static Map<String, Duration> elapsed(Collection<RunRecord> all) {
        Map<String, Duration> elapsed = new LinkedHashMap<>();
        all.forEach(
                part -> part.times().elapsed().forEach((phase, spent) -> elapsed.merge(phase, spent, Duration::plus)));
        return elapsed;
    }
}
