package dev.bascule.cli.collect;

import dev.bascule.cli.command.CliContext;
import dev.bascule.cli.output.ErrorReport;
import dev.bascule.execution.service.RunRequest;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.run.RunAbortedException;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.fallback.text.Durations;
import dev.bascule.reports.format.Figures;
import dev.bascule.studies.collect.CollectOrder;
import dev.bascule.studies.collect.CollectSlice;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Runs one slice after the other until the time is over, all is there, or somebody says stop. Used once. */
final class CollectLoop {
    /** Slices in a row that may come to nothing before the machine, and not a model, is what fails. */
    private static final int PATIENCE = 3;

    private final CliContext context;
    private final CollectRequests requests;
    private final CollectedSlice session;
    private final Instant deadline;
    private final Map<String, Set<Backend>> gone = new HashMap<>();
    private final List<String> runs = new ArrayList<>();
    private int cells;
    private int failed;
    private int works;
    private boolean incomplete;

    CollectLoop(CliContext context, CollectRequests requests, CollectedSlice session, Instant deadline) {
        this.context = context;
        this.requests = requests;
        this.session = session;
        this.deadline = deadline;
    }

    /** Why it ended. */
    enum End {
        ALL_MEASURED,
        /** All had their turn, and something came to nothing. */
        INCOMPLETE,
        TIME,
        INTERRUPTED,
        /** A failure ended it before its end. */
        BROKEN
    }

    /**
     * What it came to.
     *
     * @param runs ids of the runs that are in the history now
     * @param cells that they have, the anchors among them
     * @param failed of these
     * @param works models whose kernels were learned
     */
    record Result(End end, List<String> runs, int cells, int failed, int works) {
        Result with(End other) {
            return new Result(other, runs, cells, failed, works);
        }
    }

    Result run(CollectOrder order, long seed) {
        int fruitless = 0;
        for (Optional<CollectOrder.Turn> next = order.next(); next.isPresent(); next = order.next()) {
            CollectOrder.Turn turn = next.orElseThrow();
            CollectSlice rest =
                    turn.slice().without(gone.getOrDefault(turn.slice().place().name(), Set.of()));
            if (rest.isEmpty()) {
                continue;
            }
            Duration left = Duration.between(context.clock().instant(), deadline);
            CollectSlice slice = rest.within(left);
            if (slice.isEmpty()) {
                return result(End.TIME);
            }
            tell(slice, turn, left);
            try {
                if (interrupted(order, slice, requests.of(slice, seed))) {
                    return result(End.INTERRUPTED);
                }
                fruitless = 0;
            } catch (RunAbortedException e) {
                throw e.unwrapped();
            } catch (BasculeException e) {
                if (stopped(e)) {
                    return result(End.INTERRUPTED);
                }
                fruitless++;
                if (fruitless == PATIENCE) {
                    throw e;
                }
                incomplete = true;
                ErrorReport.print(context.console(), e.failure(), Optional.of(e), requests.command());
            }
        }
        return result(incomplete ? End.INCOMPLETE : End.ALL_MEASURED);
    }

    private boolean stopped(BasculeException e) {
        return e.code() == ErrorCode.RUN_INTERRUPTED
                || context.interrupts().requested()
                || Thread.currentThread().isInterrupted();
    }

    private boolean interrupted(CollectOrder order, CollectSlice slice, RunRequest request) {
        CollectedSlice.Kept kept = session.run(request);
        RunRecord record = kept.record();
        List<CaseRun> failures =
                record.runs().stream().filter(run -> run.verdict().isFailure()).toList();
        runs.add(record.id());
        cells += record.runs().size();
        failed += failures.size();
        works += kept.works();
        gone.computeIfAbsent(slice.place().name(), any -> new HashSet<>()).addAll(absent(slice, record));
        context.console()
                .say("run %s: %s%s"
                        .formatted(
                                record.id(),
                                Figures.counted(record.runs().size(), "cell"),
                                failures.isEmpty() ? "" : ", " + failures.size() + " failed"));
        order.ran(slice, record.runs()).forEach(context.console()::say);
        return record.extent().interrupted() || context.interrupts().requested();
    }

    /** Backends that no cell of the slice found. */
    private static Set<Backend> absent(CollectSlice slice, RunRecord record) {
        return slice.backends().stream()
                .filter(backend -> record.runs().stream()
                        .filter(run -> run.chain().first().equals(backend))
                        .allMatch(run -> run.decisive().outcome() == Outcome.UNAVAILABLE))
                .collect(Collectors.toSet());
    }

    private void tell(CollectSlice slice, CollectOrder.Turn turn, Duration left) {
        context.console()
                .say("slice %d of %d: %s, %s, %s on %s; about %s of the %s that are left"
                        .formatted(
                                turn.number(),
                                turn.all(),
                                slice.place().name(),
                                Figures.counted(slice.threads(), "thread"),
                                Figures.counted(slice.units().size(), "model"),
                                slice.backends().stream().map(Backend::id).collect(Collectors.joining(", ")),
                                Durations.about(slice.takes()),
                                Durations.about(Duration.ofSeconds(left.toSeconds()))));
    }

    private Result result(End end) {
        return new Result(end, List.copyOf(runs), cells, failed, works);
    }
}
