package dev.bascule.studies.conformance;

import dev.bascule.execution.session.IsolatedRunner;
import dev.bascule.fallback.attempt.FaultClassifier;
import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.job.CaseReply;
import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.job.PackEnd;
import dev.bascule.fallback.job.PackRequest;
import dev.bascule.fallback.job.Phases;
import dev.bascule.fallback.job.Reply;
import dev.bascule.reports.format.Figures;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * Takes the cases of one column through a runner, first in a crowd, then alone whatever ended in a way that others may have
 * caused. A trap belongs to the case in whose engine it struck; a lost device, exhausted memory, a time-out or a lost runner
 * may be a neighbor's doing. Every case gets exactly one outcome. Belongs to one thread.
 */
public final class PackDispatcher {
    /** Beyond a case's own limit: to start an engine, to carry the answer. */
    private static final Duration PATIENCE = Duration.ofSeconds(45);

    /** After so many runners in a row that answered nothing, no case is what keeps them from it. */
    private static final int MOST_BARREN = 4;

    /** What an error is called that struck from outside the case's own calls. */
    private static final String UNCAUGHT = "Uncaught ";

    private final IsolatedRunner runner;
    private final PackRequest order;
    private final BiConsumer<Integer, CaseOutcome> done;
    private final Set<Integer> pending = new LinkedHashSet<>();
    private final Map<Integer, Suspect> suspects = new LinkedHashMap<>();
    private boolean sound = true;

    /** A case that has to show what it does alone. */
    private record Suspect(List<CaseReply> own, List<String> notes) {}

    /**
     * @param runner where they run; stays open
     * @param order what to run; its cases in the order in which they are to be begun
     * @param done hears of each case once, as soon as its outcome is certain
     */
    public PackDispatcher(IsolatedRunner runner, PackRequest order, BiConsumer<Integer, CaseOutcome> done) {
        this.runner = runner;
        this.order = order;
        this.done = done;
    }

    /** Runs them all; returns early when the thread is interrupted. */
    public void run() {
        pending.addAll(order.cases());
        crowd();
        if (!suspects.isEmpty() && !stopped()) {
            pending.addAll(suspects.keySet());
            alone();
        }
    }

    /** Whether nothing struck its runner, or had to be tried alone: then nobody has to fear what it left behind. */
    public boolean isSound() {
        return sound && suspects.isEmpty() && pending.isEmpty();
    }

    private static boolean stopped() {
        return Thread.currentThread().isInterrupted();
    }

    private void crowd() {
        int barren = 0;
        while (!pending.isEmpty() && !stopped()) {
            Optional<Failure> absent = runner.start();
            if (absent.isPresent()) {
                barren = barren(barren, absent.get());
                continue;
            }
            int before = pending.size();
            Optional<Fault> fault = send(List.copyOf(pending), order.workers(), false, this::heardInCrowd);
            boolean answered = pending.size() < before;
            if (fault.isPresent() && !stopped()) {
                runner.discard();
                if (!(fault.get() instanceof Fault.Refused)) {
                    suspectFirst(order.workers(), fault.get());
                }
                barren = answered ? 0 : barren(barren, classified(fault.get()).failure());
            }
        }
    }

    private static FaultClassifier.Classified classified(Fault fault) {
        return FaultClassifier.classify(fault);
    }

    /** Those that had been begun and had not ended; one of them may have taken the runner with it. */
    private void suspectFirst(int workers, Fault fault) {
        List<Integer> begun = pending.stream().limit(workers).toList();
        String others = begun.size() == 1 ? "" : " while %d cases ran side by side".formatted(begun.size());
        for (int index : begun) {
            pending.remove(index);
            suspect(
                    index,
                    Optional.empty(),
                    FaultClassifier.classify(fault).failure().message() + others);
        }
    }

    private void suspect(int index, Optional<CaseReply> own, String note) {
        Suspect known = suspects.getOrDefault(index, new Suspect(List.of(), List.of()));
        List<CaseReply> replies = new ArrayList<>(known.own());
        own.ifPresent(replies::add);
        List<String> notes = new ArrayList<>(known.notes());
        notes.add(note);
        suspects.put(index, new Suspect(replies, notes));
    }

    private void heardInCrowd(CaseReply reply) {
        if (!pending.remove(reply.index())) {
            return;
        }
        Optional<Outcome> outcome =
                reply.fault().map(FaultClassifier::classify).map(FaultClassifier.Classified::outcome);
        boolean uncaught = reply.fault().orElse(null) instanceof Fault.Refused refused
                && refused.name().startsWith(UNCAUGHT);
        if (!uncaught && outcome.filter(PackDispatcher::mayBeOthersDoing).isEmpty()) {
            done.accept(reply.index(), CaseOutcome.of(reply));
            return;
        }
        String words =
                FaultClassifier.classify(reply.fault().orElseThrow()).failure().message();
        boolean itsOwn = outcome.equals(Optional.of(Outcome.TIMED_OUT));
        suspect(reply.index(), Optional.of(reply).filter(r -> itsOwn), "beside others: " + words);
    }

    private static boolean mayBeOthersDoing(Outcome outcome) {
        return switch (outcome) {
            case DEVICE_LOST, OUT_OF_MEMORY, TIMED_OUT -> true;
            case SUCCEEDED, UNAVAILABLE, UNSUPPORTED, COMPILE_FAILED, WRONG, CRASHED, FAILED, NOT_JUDGED, CANCELLED ->
                false;
        };
    }

    /**
     * As many suspects as one fresh runner can try without their meeting: a page gives each an engine of its own, a child
     * has one heap for all.
     */
    private List<Integer> unaccompanied() {
        List<Integer> left = List.copyOf(pending);
        return order.backend().side() == Side.NATIVE ? left.subList(0, 1) : left;
    }

    private void alone() {
        int barren = 0;
        while (!pending.isEmpty() && !stopped()) {
            Optional<Failure> absent = runner.recycle();
            if (absent.isPresent()) {
                barren = barren(barren, absent.get());
                continue;
            }
            int before = pending.size();
            Optional<Fault> fault = send(unaccompanied(), 1, true, this::heardAlone);
            boolean answered = pending.size() < before;
            if (answered) {
                barren = 0;
            }
            if (fault.isEmpty() || stopped()) {
                continue;
            }
            runner.discard();
            if (answered) {
                continue;
            }
            if (fault.get() instanceof Fault.Refused) {
                barren = barren(barren, classified(fault.get()).failure());
            } else {
                // Nothing ran before it in this runner; else it is tried once more, as the first.
                barren = 0;
                int index = pending.iterator().next();
                heardAlone(new CaseReply(index, fault, List.of(), Phases.NONE, Optional.empty()));
            }
        }
    }

    private void heardAlone(CaseReply reply) {
        if (pending.remove(reply.index())) {
            Suspect suspect = suspects.getOrDefault(reply.index(), new Suspect(List.of(), List.of()));
            done.accept(reply.index(), new CaseOutcome(reply, suspect.own(), suspect.notes()));
        }
    }

    private Optional<Fault> send(List<Integer> cases, int workers, boolean alone, Consumer<CaseReply> replies) {
        PackRequest request = new PackRequest(
                order.id() + "-" + (alone ? "alone" : "crowd") + "-" + pending.size(),
                order.backend(),
                order.pack(),
                cases,
                alone,
                workers,
                order.caseLimit(),
                order.settings());
        Reply<PackEnd> reply =
                runner.ask(live -> live.pack(request, replies, order.caseLimit().plus(PATIENCE)));
        if (reply instanceof Reply.Failed<PackEnd> failed) {
            sound = false;
            return Optional.of(failed.fault());
        }
        // It says that it is through, and owes answers.
        long owed = cases.stream().filter(pending::contains).count();
        return owed == 0
                ? Optional.empty()
                : Optional.of(
                        new Fault.Lost("pack", "it ended without an answer for " + Figures.counted(owed, "case")));
    }

    /** Counts runners that answered nothing; after the last of them each case left says why it was not run. */
    private int barren(int before, Failure failure) {
        if (before + 1 < MOST_BARREN) {
            return before + 1;
        }
        List.copyOf(pending).forEach(index -> done.accept(index, CaseOutcome.notRun(index, failure)));
        pending.clear();
        return 0;
    }
}
