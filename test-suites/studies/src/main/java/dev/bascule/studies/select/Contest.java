package dev.bascule.studies.select;

import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.job.BlockRequest;
import dev.bascule.fallback.measure.Interval;
import dev.bascule.studies.select.Finding.Fate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Tries candidates, races those that may be best, and ends all sessions. Belongs to one thread.
 *
 * @param objective what is to be least
 * @param limits with a budget for this alone
 * @param raceUntil of the budget when a race ends
 * @param nanos a clock that only goes forward
 * @param random in which order candidates take turns
 * @param progress is told what is at hand
 */
record Contest(
        Objective objective,
        SelectLimits limits,
        Duration raceUntil,
        LongSupplier nanos,
        Random random,
        Consumer<String> progress) {
    /** A race that began late has at least this. */
    private static final Duration LEAST_RACE = Duration.ofMillis(500);
    /** What a race leaves for more inferences, where a deadline asks for many. */
    private static final double FOR_DEADLINE = 0.4;

    private static final Duration BLOCK_LIMIT = Duration.ofSeconds(5);

    /** A candidate with what is known of it. */
    record Known(Entrant entrant, Outlook outlook) {}

    /**
     * What came of it.
     *
     * @param findings the best first
     * @param decided whether all were tried, and told apart
     * @param race its blocks, and what was not told apart
     */
    record Outcome(List<Finding> findings, boolean decided, RaceRecord race) {
        Optional<Finding> chosen() {
            return findings.stream().filter(each -> each.fate() == Fate.CHOSEN).findFirst();
        }
    }

    /** One that ended well, with all that was measured of it. */
    private record Right(Tried tried, Race.Standing standing, double cost, String placement) {}

    /**
     * Holds candidates against each other.
     *
     * @param inOrder each can be tried; the most promising first
     * @param champion the best so far, which stays so unless another is surely better
     */
    Outcome run(List<Known> inOrder, Optional<Candidate> champion) {
        Trials trials = new Trials(champion, objective, limits, nanos, progress);
        inOrder.forEach(known -> trials.consider(known.entrant(), known.outlook()));
        List<Race.Standing> standings = new ArrayList<>();
        trials.open().forEach(each -> standings.add(new Race.Standing(each.candidate(), each.session(), each.trial())));
        Race race = new Race(objective, standings, forRace(raceUntil.minus(trials.elapsed())), nanos, random);
        boolean decided = true;
        if (objective.isOfTime() && standings.size() > 1) {
            progress.accept("racing %d in turn".formatted(standings.size()));
            decided = race.run();
        }
        standings.stream()
                .sorted(Comparator.comparingDouble(
                        each -> each.cost(objective.isOfTime() ? objective : Objective.LATENCY)))
                .forEach(each -> measureOn(each, trials));
        List<Finding> findings = new ArrayList<>(trials.ended());
        List<Right> right = right(trials.open(), standings, findings);
        // Whoever failed at last had others dropped, which were never held against the rest.
        decided &= right.size() == standings.size();
        Optional<Right> chosen = chosen(right, race).map(best -> defended(best, champion, right, race));
        chosen.ifPresentOrElse(
                best -> right.forEach(each -> findings.add(finding(each, best, race))), () -> fallBack(findings));
        findings.sort(Comparator.comparing(Finding::fate)
                .thenComparingDouble(
                        each -> each.measured().map(Finding.Measured::cost).orElseGet(() -> expected(each.outlook()))));
        return new Outcome(
                List.copyOf(findings),
                decided && !trials.leftOut(),
                new RaceRecord(race.rounds(), race.blocks(), race.undecided()));
    }

    private Duration forRace(Duration left) {
        Duration own =
                limits.deadline().isPresent() ? Duration.ofNanos((long) ((1 - FOR_DEADLINE) * left.toNanos())) : left;
        return own.compareTo(LEAST_RACE) < 0 ? LEAST_RACE : own;
    }

    /** The most promising first, those of which nothing is known last. */
    static double expected(Outlook outlook) {
        return outlook instanceof Outlook.Expected expected ? expected.millis() : Double.POSITIVE_INFINITY;
    }

    /** As many inferences as it takes to say whether it meets the deadline, as far as there is time. */
    private void measureOn(Race.Standing standing, Trials trials) {
        while (!standing.failed()
                && limits.surelyLate(standing.samples(), afterTrial(standing)).isEmpty()
                && limits.perhapsLate(standing.samples(), standing.looks()).isPresent()
                && !trials.left().isZero()
                && !Thread.currentThread().isInterrupted()) {
            int had = standing.samples().size();
            standing.lookAgain();
            int missing = Math.max(TailBound.fewest(TailBound.error(standing.looks())) - had, had / 2);
            Duration most = trials.left().compareTo(BLOCK_LIMIT) < 0 ? trials.left() : BLOCK_LIMIT;
            if (!standing.more(BlockRequest.ofIterations(missing, most))) {
                return;
            }
        }
    }

    /** The trial was the first look at whether it is too late. */
    private static int afterTrial(Race.Standing standing) {
        return standing.looks() + 1;
    }

    /** Ends all sessions; what is wrong or beyond the limits becomes a finding. */
    private List<Right> right(List<Tried> open, List<Race.Standing> standings, List<Finding> findings) {
        List<Right> right = new ArrayList<>();
        for (int i = 0; i < open.size(); i++) {
            Tried tried = open.get(i);
            Race.Standing standing = standings.get(i);
            OptionalLong grown = tried.session().memory();
            Entrant.Ending ending = tried.session().end();
            double cost = cost(tried, standing);
            Optional<String> beyond = Tried.beyond(limits, standing.samples(), afterTrial(standing), grown);
            Optional<String> unsure = limits.perhapsLate(standing.samples(), standing.looks());
            if (ending.failure().isPresent() || standing.failed()) {
                findings.add(new Finding(
                        tried.candidate(),
                        tried.outlook(),
                        Fate.FAILED,
                        Optional.empty(),
                        ending.failure()
                                .map(Failure::message)
                                .orElse("a block failed, or was too quick for its clock")));
            } else if (beyond.isPresent() || unsure.isPresent()) {
                findings.add(new Finding(
                        tried.candidate(),
                        tried.outlook(),
                        beyond.isPresent() ? Fate.OVER_LIMIT : Fate.NOT_KNOWN,
                        Optional.of(tried.measured(
                                standing.samples(), cost, interval(standing), Optional.empty(), ending.placement())),
                        beyond.or(() -> unsure).orElseThrow()));
            } else {
                right.add(new Right(tried, standing, cost, ending.placement()));
            }
        }
        return right;
    }

    private Optional<Interval> interval(Race.Standing standing) {
        return objective.isOfTime() ? standing.interval(objective) : Optional.empty();
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
     * Of those within 5 % of the best the one that takes fewest threads, then is configured most as usual, then takes least memory.
     * Who was surely slower than another that is right is no best, whatever the blocks came to that it ran before it left.
     */
    private Optional<Right> chosen(List<Right> right, Race race) {
        Optional<Right> best =
                right.stream().filter(each -> !isBeaten(each, right)).min(Comparator.comparingDouble(Right::cost));
        return best.flatMap(top -> right.stream()
                .filter(each -> isAsGood(each, top, race))
                .min(Comparator.<Right>comparingInt(
                                each -> each.tried().candidate().threads())
                        .thenComparingInt(
                                each -> each.tried().candidate().configuration().changes())
                        .thenComparingLong(each -> each.tried().memory().orElse(Long.MAX_VALUE))
                        .thenComparingDouble(Right::cost)));
    }

    /** The champion, where it is right and the other is not surely better. */
    private Right defended(Right best, Optional<Candidate> champion, List<Right> right, Race race) {
        return right.stream()
                .filter(each -> champion.equals(Optional.of(each.tried().candidate())))
                .filter(each -> !isSurelyBetter(best, each, race))
                .findFirst()
                .orElse(best);
    }

    private boolean isSurelyBetter(Right own, Right other, Race race) {
        return objective.isOfTime()
                ? race.ratio(own.standing(), other.standing())
                        .flatMap(ratio -> ratio.ci95())
                        .filter(ci -> ci.high() < 1)
                        .isPresent()
                : own.cost() * Front.READING < other.cost();
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
                                interval(own.standing()),
                                race.ratio(own.standing(), chosen.standing()),
                                own.placement())),
                fate == Fate.WORSE && own.standing().worseThan().isEmpty() && objective.isOfTime()
                        ? "so far: the two were not told apart"
                        : "");
    }

    /** Where all that were open failed in the end, the best of those that were closed for them. */
    private void fallBack(List<Finding> findings) {
        findings.stream()
                .filter(each -> each.fate() == Fate.WORSE
                        && each.measured().filter(this::meetsDeadline).isPresent())
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

    private boolean meetsDeadline(Finding.Measured measured) {
        return limits.deadline().isEmpty()
                || (measured.tail().isPresent() && measured.tail().getAsDouble() <= limits.deadlineMillis());
    }
}
