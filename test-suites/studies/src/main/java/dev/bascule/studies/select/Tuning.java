package dev.bascule.studies.select;

import dev.bascule.studies.select.Contest.Known;
import dev.bascule.studies.select.Finding.Fate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Which configurations are raced: those one step from the best, then from whatever won among these, and so on; of another way that is
 * nearly as good as well; and of what failed those in which it may be right. Belongs to one thread.
 */
final class Tuning {
    /** With less time nothing is begun. */
    static final Duration LEAST = Duration.ofSeconds(2);
    /** What costs more than this as usual is not made the best by its configuration. */
    private static final double NEAR = 1.5;

    private static final int MOST_REPAIRS = 2;

    private final Variations variations;
    private final Map<Candidate, Entrant> known;
    private final Set<Candidate> raced = new HashSet<>();

    /** @param known entrants so far, to which those of configurations are added */
    Tuning(Variations variations, Map<Candidate, Entrant> known) {
        this.variations = variations;
        this.known = known;
    }

    /**
     * A race of configurations.
     *
     * @param from the best so far; empty where nothing is right as usual
     * @param others to be tried, the most promising first
     */
    record Step(Optional<Entrant> from, List<Entrant> others) {
        List<Known> inOrder() {
            List<Known> all = new ArrayList<>();
            from.ifPresent(entrant -> all.add(unknown(entrant)));
            others.forEach(entrant -> all.add(unknown(entrant)));
            return List.copyOf(all);
        }

        private static Known unknown(Entrant entrant) {
            return new Known(entrant, new Outlook.Unknown("predictions are of sessions as usual"));
        }
    }

    /** From what became of candidates as usual; empty where there is nothing to configure otherwise. */
    Optional<Step> first(List<Finding> findings) {
        Optional<Finding> best =
                findings.stream().filter(each -> each.fate() == Fate.CHOSEN).findFirst();
        List<Entrant> others = new ArrayList<>();
        findings.stream()
                .filter(each -> each.fate() == Fate.FAILED || each.fate() == Fate.KNOWN_TO_FAIL)
                .sorted(Comparator.comparingInt(each -> each.candidate().threads()))
                .flatMap(each -> variations.repairs(each.candidate()).stream())
                .limit(MOST_REPAIRS)
                .forEach(others::add);
        best.ifPresent(one -> others.addAll(variations.of(one.candidate())));
        best.flatMap(one -> near(one, findings)).ifPresent(one -> {
            List<Entrant> own = variations.of(one.candidate());
            if (!own.isEmpty()) {
                entrant(one.candidate()).ifPresent(others::add);
                others.addAll(own);
            }
        });
        return step(best.flatMap(one -> entrant(one.candidate())), others);
    }

    /** One step on, from the best of a race of configurations; empty where there is none that was not raced. */
    Optional<Step> next(Candidate best) {
        return step(entrant(best), variations.of(best));
    }

    private Optional<Step> step(Optional<Entrant> from, List<Entrant> others) {
        List<Entrant> untried =
                others.stream().filter(each -> raced.add(each.candidate())).toList();
        untried.forEach(each -> known.putIfAbsent(each.candidate(), each));
        from.ifPresent(each -> raced.add(each.candidate()));
        return untried.isEmpty() ? Optional.empty() : Optional.of(new Step(from, untried));
    }

    private Optional<Entrant> entrant(Candidate candidate) {
        return Optional.ofNullable(known.get(candidate));
    }

    /** The best in another place. */
    private static Optional<Finding> near(Finding best, List<Finding> findings) {
        double cost = best.measured().map(Finding.Measured::cost).orElse(0.0);
        return findings.stream()
                .filter(each -> each.isRight() && !isSamePlace(each.candidate(), best.candidate()))
                .filter(each -> each.measured().orElseThrow().cost() <= NEAR * cost)
                .min(Comparator.comparingDouble(
                        each -> each.measured().orElseThrow().cost()));
    }

    private static boolean isSamePlace(Candidate one, Candidate other) {
        return one.browser().equals(other.browser())
                && one.target().backend().equals(other.target().backend());
    }
}
