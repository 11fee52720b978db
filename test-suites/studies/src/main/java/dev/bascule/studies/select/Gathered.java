package dev.bascule.studies.select;

import dev.bascule.studies.select.Finding.Fate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What became of all candidates, race after race. Belongs to one thread. */
final class Gathered {
    private final Map<Candidate, Finding> usual = new LinkedHashMap<>();
    private final Map<Candidate, Finding> configured = new LinkedHashMap<>();
    /** In which race each of these was measured last; those of {@code usual} were in the first. */
    private final Map<Candidate, Integer> races = new HashMap<>();

    private final Map<Candidate, Ruled> failed = new HashMap<>();
    private Optional<Candidate> best;
    private boolean decided;
    private boolean fellBack;
    private int count;

    /** Why one is no answer. */
    private record Ruled(Fate fate, String why) {}

    /** @param first of candidates as usual */
    Gathered(Contest.Outcome first) {
        first.findings().forEach(each -> usual.put(each.candidate(), each));
        best = first.chosen().map(Finding::candidate);
        decided = first.decided();
    }

    /** Whether there was no time for a candidate as usual: what is configured otherwise comes after these. */
    boolean hasUntried() {
        return usual.values().stream().anyMatch(each -> each.fate() == Fate.NOT_TRIED);
    }

    /** There was no time for these. */
    void untried(List<Entrant> entrants) {
        decided = false;
        entrants.forEach(each -> configured.put(
                each.candidate(),
                new Finding(
                        each.candidate(),
                        new Outlook.Unknown("predictions are of sessions as usual"),
                        Fate.NOT_TRIED,
                        Optional.empty(),
                        "the budget was over")));
    }

    /**
     * A race of configurations.
     *
     * @param from the best until then, which took part
     * @return the new best, where it is another
     */
    Optional<Candidate> add(Contest.Outcome outcome, Optional<Candidate> from) {
        decided &= outcome.decided();
        count++;
        outcome.findings().forEach(each -> {
            configured.put(each.candidate(), each);
            races.put(each.candidate(), count);
        });
        outcome.findings().stream()
                .filter(each -> from.equals(Optional.of(each.candidate())) && each.fate() == Fate.FAILED)
                .forEach(each -> failed.put(each.candidate(), new Ruled(Fate.FAILED, each.note())));
        Optional<Candidate> chosen = outcome.chosen().map(Finding::candidate);
        if (chosen.isEmpty() || chosen.equals(from)) {
            return Optional.empty();
        }
        best = chosen;
        return best;
    }

    /**
     * It turned out to be no answer, whatever it measured; where it was the best, the one that costs least of the rest is.
     *
     * @param fate failed, or over the limit
     */
    void ruledOut(Candidate candidate, Fate fate, String why) {
        failed.put(candidate, new Ruled(fate, why));
        decided = false;
        if (best.equals(Optional.of(candidate))) {
            fellBack = true;
            best = right().stream()
                    .min(Comparator.comparingDouble(
                            each -> each.measured().orElseThrow().cost()))
                    .map(Finding::candidate);
        }
    }

    /** Whether two were measured last in one race, in turn. */
    boolean areOfOneRace(Candidate one, Candidate other) {
        return raceOf(one) == raceOf(other);
    }

    private int raceOf(Candidate candidate) {
        return isOfConfigured(candidate) ? races.getOrDefault(candidate, 0) : 0;
    }

    /** Who was raced again alone tells less than the first race did. */
    private boolean isOfConfigured(Candidate candidate) {
        Optional<Finding> later = Optional.ofNullable(configured.get(candidate));
        Optional<Finding> first = Optional.ofNullable(usual.get(candidate));
        return later.filter(each -> each.fate() != Fate.NOT_TRIED)
                .filter(each -> !each.isRight() || first.isEmpty() || samples(each) >= samples(first.get()))
                .isPresent();
    }

    /** Whether all were tried, and told apart. */
    boolean decided() {
        return decided;
    }

    /** Right ones, each once, as it was measured last; the best so far is the only one chosen. */
    List<Finding> right() {
        Map<Candidate, Finding> all = new LinkedHashMap<>(usual);
        configured.forEach((candidate, finding) -> {
            if (isOfConfigured(candidate)) {
                all.put(candidate, finding);
            }
        });
        return all.values().stream()
                .filter(each -> each.isRight() && !failed.containsKey(each.candidate()))
                .map(each -> best.equals(Optional.of(each.candidate()))
                        ? each.with(
                                Fate.CHOSEN,
                                fellBack ? "what was better did not hold when it was run again" : each.note())
                        : each.fate() == Fate.CHOSEN ? each.with(Fate.WORSE, each.note()) : each)
                .toList();
    }

    private static int samples(Finding finding) {
        return finding.measured().map(Finding.Measured::samples).orElse(0);
    }

    /** The answer: the best, and where that was ruled out the best of the rest. */
    Optional<Finding> chosen() {
        return right().stream().filter(each -> each.fate() == Fate.CHOSEN).findFirst();
    }

    /** Candidates as usual. */
    List<Finding> usual() {
        return told(usual);
    }

    /** Of races of configurations, the best first. */
    List<Finding> configured() {
        List<Finding> all = new ArrayList<>(told(configured));
        all.sort(Comparator.comparing(Finding::fate)
                .thenComparingDouble(
                        each -> each.measured().map(Finding.Measured::cost).orElse(Double.POSITIVE_INFINITY)));
        return List.copyOf(all);
    }

    private List<Finding> told(Map<Candidate, Finding> findings) {
        return findings.values().stream()
                .map(each -> Optional.ofNullable(failed.get(each.candidate()))
                        .filter(ruled -> each.fate() != Fate.FAILED)
                        .map(ruled -> each.with(ruled.fate(), ruled.why()))
                        .orElse(each))
                .toList();
    }
}
