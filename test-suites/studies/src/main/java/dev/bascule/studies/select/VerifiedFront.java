package dev.bascule.studies.select;

import dev.bascule.studies.select.Finding.Fate;
import dev.bascule.studies.select.FrontPoint.Verification;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The front, its first run once more. Where one is no answer then, the front is made anew of the rest: one that was left off for being
 * like it may take its place. Belongs to one thread.
 *
 * @param gathered what was measured, which is told of those that are no answer
 * @param known how each is opened
 * @param progress is told what is at hand
 */
record VerifiedFront(
        Objective objective,
        SelectLimits limits,
        Gathered gathered,
        Map<Candidate, Entrant> known,
        Consumer<String> progress) {
    /** What of the front is run once more. */
    private static final int FIRST = 3;
    /** Where many fail one after the other nobody waits for all of them. */
    private static final int MOST = 2 * FIRST;

    /** The answer first; those that were no answer when they were run again last. */
    List<FrontPoint> front() {
        Map<Candidate, Verification> again = new LinkedHashMap<>();
        Map<Candidate, FrontPoint> out = new LinkedHashMap<>();
        while (true) {
            List<FrontPoint> front = new Front(objective, gathered::areOfOneRace).of(gathered.right());
            Optional<FrontPoint> next = again.size() >= MOST
                    ? Optional.empty()
                    : front.stream()
                            .limit(FIRST)
                            .filter(each -> known.containsKey(each.candidate()) && !again.containsKey(each.candidate()))
                            .findFirst();
            if (next.isEmpty()) {
                return Stream.concat(
                                front.stream()
                                        .map(each -> Optional.ofNullable(again.get(each.candidate()))
                                                .map(each::with)
                                                .orElse(each)),
                                out.values().stream())
                        .toList();
            }
            Verification came = verification(next.get());
            again.put(next.get().candidate(), came);
            ruledOut(came).ifPresent(fate -> {
                out.put(next.get().candidate(), next.get().with(came));
                gathered.ruledOut(next.get().candidate(), fate, came.words());
            });
        }
    }

    private Verification verification(FrontPoint point) {
        if (Thread.currentThread().isInterrupted()) {
            return new Verification.NotRun("stopped by the user");
        }
        progress.accept("running once more " + point.candidate().label());
        return Verifying.of(
                Optional.ofNullable(known.get(point.candidate())).orElseThrow(), point.measured(), objective, limits);
    }

    private static Optional<Fate> ruledOut(Verification came) {
        return came instanceof Verification.Failed
                ? Optional.of(Fate.FAILED)
                : came instanceof Verification.OverLimit ? Optional.of(Fate.OVER_LIMIT) : Optional.empty();
    }
}
