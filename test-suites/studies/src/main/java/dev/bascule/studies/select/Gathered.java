package dev.bascule.studies.select;

import dev.bascule.studies.select.Finding.Fate;
import dev.bascule.studies.select.FrontPoint.Verification;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** What became of all candidates, race after race. Belongs to one thread. */
final class Gathered {
    private final Map<Candidate, Finding> usual = new LinkedHashMap<>();
    private final Map<Candidate, Finding> configured = new LinkedHashMap<>();
    private final Map<Candidate, String> failed = new HashMap<>();
    private Optional<Candidate> best;
    private boolean decided;

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
        outcome.findings().forEach(each -> configured.put(each.candidate(), each));
        outcome.findings().stream()
                .filter(each -> from.equals(Optional.of(each.candidate())) && each.fate() == Fate.FAILED)
                .forEach(each -> failed(each.candidate(), each.note()));
        Optional<Candidate> chosen = outcome.chosen().map(Finding::candidate);
        if (chosen.isEmpty() || chosen.equals(from)) {
            return Optional.empty();
        }
        best = chosen;
        return best;
    }

    /** It turned out to be no answer, whatever it measured. */
    void failed(Candidate candidate, String why) {
        failed.put(candidate, why);
        decided = false;
    }

    /** Whether all were tried, and told apart. */
    boolean decided() {
        return decided;
    }

    /** Right ones, each once, as it was measured last; the best so far is the only one chosen. */
    List<Finding> right() {
        Map<Candidate, Finding> all = new LinkedHashMap<>(usual);
        // Who was raced again alone tells less than the first race did.
        configured.forEach((candidate, finding) -> {
            boolean more = !finding.isRight()
                    || !all.containsKey(candidate)
                    || samples(finding)
                            >= samples(Optional.ofNullable(all.get(candidate)).orElse(finding));
            if (more && finding.fate() != Fate.NOT_TRIED) {
                all.put(candidate, finding);
            }
        });
        return all.values().stream()
                .filter(each -> each.isRight() && !failed.containsKey(each.candidate()))
                .map(each -> best.equals(Optional.of(each.candidate()))
                        ? each.with(Fate.CHOSEN, each.note())
                        : each.fate() == Fate.CHOSEN ? each.with(Fate.WORSE, each.note()) : each)
                .toList();
    }

    private static int samples(Finding finding) {
        return finding.measured().map(Finding.Measured::samples).orElse(0);
    }

    /** The answer: the best, or where that failed the best of those that were run again, or of the others. */
    Optional<Finding> chosen(List<FrontPoint> front) {
        List<Finding> right = right();
        Optional<Finding> own =
                right.stream().filter(each -> each.fate() == Fate.CHOSEN).findFirst();
        if (own.isPresent()) {
            return own;
        }
        Stream<Candidate> again = front.stream()
                .filter(each -> each.verification() instanceof Verification.Verified
                        || each.verification() instanceof Verification.Differed)
                .map(FrontPoint::candidate);
        Stream<Candidate> others = right.stream()
                .sorted(Comparator.comparingDouble(
                        each -> each.measured().orElseThrow().cost()))
                .map(Finding::candidate);
        return Stream.concat(again, others)
                .flatMap(candidate ->
                        right.stream().filter(each -> each.candidate().equals(candidate)))
                .findFirst()
                .map(each -> each.with(Fate.CHOSEN, "what was better did not hold when it was run again"));
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
                        .filter(why -> each.fate() != Fate.FAILED)
                        .map(why -> each.with(Fate.FAILED, why))
                        .orElse(each))
                .toList();
    }
}
