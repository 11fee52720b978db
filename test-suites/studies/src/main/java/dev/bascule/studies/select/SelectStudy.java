package dev.bascule.studies.select;

import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.error.Failure;
import dev.bascule.studies.select.Finding.Fate;
import dev.bascule.studies.select.SelectReport.Ending;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Tries candidates, races those that may be best, and says which is. Belongs to one thread.
 *
 * <p>One that went wrong, or did not run where it should, is never the answer, however quick. Nor is one that was not tried: what
 * a prediction alone speaks for was not seen to run.
 */
public final class SelectStudy {
    /** A race that began late has at least this. */
    private static final Duration LEAST_RACE = Duration.ofMillis(500);

    private final Objective objective;
    private final SelectLimits limits;
    private final Outlook.Source outlooks;
    private final LongSupplier nanos;
    private final Random random;
    private final Consumer<String> progress;

    /**
     * @param nanos a clock that only goes forward
     * @param random in which order candidates take turns
     * @param progress is told what is at hand
     */
    public SelectStudy(
            Objective objective,
            SelectLimits limits,
            Outlook.Source outlooks,
            LongSupplier nanos,
            Random random,
            Consumer<String> progress) {
        this.objective = objective;
        this.limits = limits;
        this.outlooks = outlooks;
        this.nanos = nanos;
        this.random = random;
        this.progress = progress;
    }

    /**
     * What came of it.
     *
     * @param findings the best first
     */
    public record Result(List<Finding> findings, Ending ending, int rounds, Duration spent) {}

    private record Known(Entrant entrant, Outlook outlook) {}

    /** One that ended well, with all that was measured of it. */
    private record Right(Tried tried, Race.Standing standing, double cost, String placement) {}

    /** @param entrants each can be tried */
    public Result run(List<Entrant> entrants) {
        Trials trials = new Trials(objective, limits, nanos, progress);
        entrants.stream()
                .map(entrant -> new Known(entrant, outlooks.of(entrant.candidate())))
                .sorted(Comparator.comparingDouble((Known known) -> expected(known.outlook()))
                        // Of those that nothing is known of the quickly opened first.
                        .thenComparing(known ->
                                known.entrant().candidate().target().backend().side() != Side.NATIVE)
                        .thenComparing(known -> -known.entrant().candidate().threads()))
                .forEach(known -> trials.consider(known.entrant(), known.outlook()));
        List<Race.Standing> standings = new ArrayList<>();
        trials.open().forEach(each -> standings.add(new Race.Standing(each.candidate(), each.session(), each.trial())));
        Duration left = trials.left().compareTo(LEAST_RACE) < 0 ? LEAST_RACE : trials.left();
        Race race = new Race(objective, standings, left, nanos, random);
        boolean decided = true;
        if (objective.isOfTime() && standings.size() > 1) {
            progress.accept("racing %d in turn".formatted(standings.size()));
            decided = race.run();
        }
        List<Finding> findings = new ArrayList<>(trials.ended());
        List<Right> right = right(trials.open(), standings, findings);
        // Whoever failed at last had others dropped, which were never held against the rest.
        decided &= right.size() == standings.size();
        Optional<Right> chosen = chosen(right, race);
        chosen.ifPresentOrElse(
                best -> right.forEach(each -> findings.add(finding(each, best, race))), () -> fallBack(findings));
        findings.sort(Comparator.comparing(Finding::fate)
                .thenComparingDouble(
                        each -> each.measured().map(Finding.Measured::cost).orElseGet(() -> expected(each.outlook()))));
        return new Result(
                List.copyOf(findings), ending(findings, decided && !trials.leftOut()), race.rounds(), trials.elapsed());
    }

    /** The most promising first, those of which nothing is known last. */
    private static double expected(Outlook outlook) {
        return outlook instanceof Outlook.Expected expected ? expected.millis() : Double.POSITIVE_INFINITY;
    }

    /** Ends all sessions; what is wrong or beyond the limits becomes a finding. */
    private List<Right> right(List<Tried> open, List<Race.Standing> standings, List<Finding> findings) {
        List<Right> right = new ArrayList<>();
        for (int i = 0; i < open.size(); i++) {
            Tried tried = open.get(i).now();
            Race.Standing standing = standings.get(i);
            Entrant.Ending ending = tried.session().end();
            double cost = cost(tried, standing);
            Optional<String> beyond = tried.beyond(limits, standing.samples());
            if (ending.failure().isPresent() || standing.failed()) {
                findings.add(new Finding(
                        tried.candidate(),
                        tried.outlook(),
                        Fate.FAILED,
                        Optional.empty(),
                        ending.failure()
                                .map(Failure::message)
                                .orElse("a block failed, or was too quick for its clock")));
            } else if (beyond.isPresent()) {
                findings.add(new Finding(
                        tried.candidate(),
                        tried.outlook(),
                        Fate.OVER_LIMIT,
                        Optional.of(tried.measured(standing.samples(), cost, Optional.empty(), ending.placement())),
                        beyond.get()));
            } else {
                right.add(new Right(tried, standing, cost, ending.placement()));
            }
        }
        return right;
    }

    private double cost(Tried tried, Race.Standing standing) {
        return switch (objective) {
            case LATENCY, P95, THROUGHPUT ->
                objective.cost(standing.samples(), tried.candidate().batch());
            case MEMORY -> tried.memory().isPresent() ? tried.memory().getAsLong() : tried.cost();
            case ENERGY -> tried.cost();
        };
    }

    /**
     * Of those within 5 % of the best the one that takes fewest threads, then least memory. Who was surely slower than another
     * that is right is no best, whatever the blocks came to that it ran before it left.
     */
    private Optional<Right> chosen(List<Right> right, Race race) {
        Optional<Right> best =
                right.stream().filter(each -> !isBeaten(each, right)).min(Comparator.comparingDouble(Right::cost));
        return best.flatMap(top -> right.stream()
                .filter(each -> isAsGood(each, top, race))
                .min(Comparator.<Right>comparingInt(
                                each -> each.tried().candidate().threads())
                        .thenComparingLong(each -> each.tried().memory().orElse(Long.MAX_VALUE))
                        .thenComparingDouble(Right::cost)));
    }

    private static boolean isBeaten(Right own, List<Right> right) {
        return own.standing()
                .worseThan()
                .filter(better -> right.stream().anyMatch(each -> each.standing() == better))
                .isPresent();
    }

    private boolean isAsGood(Right own, Right best, Race race) {
        if (own == best) {
            return true;
        }
        return objective.isOfTime()
                ? race.ratio(own.standing(), best.standing())
                        .flatMap(ratio -> ratio.ci95())
                        .filter(ci -> ci.high() <= Race.CLOSE)
                        .isPresent()
                : own.cost() <= Race.CLOSE * best.cost();
    }

    private Finding finding(Right own, Right chosen, Race race) {
        Fate fate = own == chosen ? Fate.CHOSEN : isAsGood(own, chosen, race) ? Fate.AS_GOOD : Fate.WORSE;
        return new Finding(
                own.tried().candidate(),
                own.tried().outlook(),
                fate,
                Optional.of(own.tried()
                        .measured(
                                own.standing().samples(),
                                own.cost(),
                                race.ratio(own.standing(), chosen.standing()),
                                own.placement())),
                fate == Fate.WORSE && own.standing().worseThan().isEmpty() && objective.isOfTime()
                        ? "so far: the two were not told apart"
                        : "");
    }

    /** Where all that were open failed in the end, the best of those that were closed for them. */
    private void fallBack(List<Finding> findings) {
        findings.stream()
                .filter(each -> each.fate() == Fate.WORSE && each.measured().isPresent())
                .min(Comparator.comparingDouble(
                        each -> each.measured().map(Finding.Measured::cost).orElseThrow()))
                .ifPresent(best -> findings.set(
                        findings.indexOf(best),
                        new Finding(
                                best.candidate(),
                                best.outlook(),
                                Fate.CHOSEN,
                                best.measured(),
                                "in its trial; those that were quicker failed in the end")));
    }

    private Ending ending(List<Finding> findings, boolean decided) {
        if (Thread.currentThread().isInterrupted()) {
            return Ending.INTERRUPTED;
        }
        boolean allOthersFailed = findings.stream()
                .allMatch(each ->
                        each.fate() == Fate.CHOSEN || each.fate() == Fate.FAILED || each.fate() == Fate.KNOWN_TO_FAIL);
        boolean isThere = findings.stream().anyMatch(each -> each.fate() == Fate.CHOSEN);
        if (!isThere) {
            return allOthersFailed || findings.stream().allMatch(SelectStudy::isSettled)
                    ? Ending.NONE
                    : Ending.NOTHING_FOUND;
        }
        if (allOthersFailed) {
            return Ending.ONLY_ONE;
        }
        return !decided ? Ending.BUDGET_OVER : objective.isOfTime() ? Ending.SEPARATED : Ending.ONE_READING;
    }

    private static boolean isSettled(Finding each) {
        return each.fate() == Fate.FAILED || each.fate() == Fate.KNOWN_TO_FAIL || each.fate() == Fate.OVER_LIMIT;
    }
}
