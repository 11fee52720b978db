package dev.bascule.studies.select;

import dev.bascule.fallback.job.BlockRequest;
import dev.bascule.fallback.measure.Interval;
import dev.bascule.fallback.measure.Ratio;
import dev.bascule.fallback.measure.Samples;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;

/**
 * Measures candidates in turn, a block each in every round, so that what the machine does falls on all of them, until each is
 * surely worse than the best or within {@value #CLOSE} of it. Looks after 4, 8, 16 … rounds only, for whoever looks after each finds
 * differences by chance. As time runs out the worse half leaves (successive halving: Jamieson and Talwalkar, "Non-stochastic best
 * arm identification", AISTATS 2016). Belongs to one thread.
 */
final class Race {
    /** What a user would not feel. */
    static final double CLOSE = 1.05;

    private static final int FIRST_LOOK = 4;
    private static final Duration SHORTEST = Duration.ofMillis(20);
    private static final Duration LONGEST = Duration.ofMillis(300);
    /** More blocks tell nothing more of two processes. */
    private static final int MOST_ROUNDS = 256;

    private final Objective objective;
    private final LongSupplier nanos;
    private final long end;
    private final long beginning;
    private final Random random;
    private final List<Standing> all;
    private final List<Standing> live;
    private final List<RaceBlock> blocks = new ArrayList<>();
    private Duration spent = Duration.ZERO;
    private int rounds;

    /** One in the race. */
    static final class Standing {
        private final Candidate candidate;
        private final Entrant.Session session;
        private final Samples trial;
        private final List<Samples> blocks = new ArrayList<>();
        private final List<Samples> later = new ArrayList<>();
        private boolean failed;
        private int looks = 1;
        private Optional<Standing> worseThan = Optional.empty();

        /** @param trial its first block, by which the length of later ones is chosen */
        Standing(Candidate candidate, Entrant.Session session, Samples trial) {
            this.candidate = candidate;
            this.session = session;
            this.trial = trial;
        }

        Candidate candidate() {
            return candidate;
        }

        Entrant.Session session() {
            return session;
        }

        boolean failed() {
            return failed;
        }

        /** Whom it is surely worse than; empty where nobody was surely better. */
        Optional<Standing> worseThan() {
            return worseThan;
        }

        /** All samples of the race, or of the trial where there are none; and those from after it. */
        Samples samples() {
            Samples own = blocks.isEmpty() ? trial : Samples.concat(blocks);
            return own.plus(Samples.concat(later));
        }

        /** How often its inferences have been held against the deadline since the trial. */
        int looks() {
            return looks;
        }

        void lookAgain() {
            looks++;
        }

        /** Measures on after the race, beside nobody; whether it could. */
        boolean more(BlockRequest request) {
            Optional<Samples> block = session.block(request);
            block.ifPresent(later::add);
            failed |= block.isEmpty();
            return block.isPresent();
        }

        /** Of its figure, by its blocks alone. */
        Optional<Interval> interval(Objective objective) {
            return Spread.of(blocks.stream()
                    .map(block -> objective.cost(block, candidate.batch()))
                    .toList());
        }

        /** The geometric mean of its blocks: what one slow block does not decide. */
        double cost(Objective objective) {
            List<Samples> seen = blocks.isEmpty() ? List.of(trial) : blocks;
            return Math.exp(seen.stream()
                    .mapToDouble(block -> Math.log(objective.cost(block, candidate.batch())))
                    .average()
                    .orElseThrow());
        }
    }

    /**
     * @param limit for all of it
     * @param random in which order they take turns
     */
    Race(Objective objective, List<Standing> entrants, Duration limit, LongSupplier nanos, Random random) {
        this.objective = objective;
        this.nanos = nanos;
        this.beginning = nanos.getAsLong();
        this.end = beginning + limit.toNanos();
        this.random = random;
        this.all = List.copyOf(entrants);
        this.live = new ArrayList<>(entrants);
    }

    /** Races; whether all were told apart before the time was over, those that left early included. */
    boolean run() {
        boolean decided = live.size() < 2;
        while (!decided && live.size() > 1 && rounds < MOST_ROUNDS && !isOver()) {
            round();
            if (rounds >= FIRST_LOOK && Integer.bitCount(rounds) == 1) {
                look();
                decided = isDecided(live);
            }
            halve();
        }
        spent = Duration.ofNanos(nanos.getAsLong() - beginning);
        return isDecided(all.stream()
                .filter(each -> !each.failed && each.worseThan.isEmpty())
                .toList());
    }

    private boolean isOver() {
        return nanos.getAsLong() >= end || Thread.currentThread().isInterrupted();
    }

    int rounds() {
        return rounds;
    }

    /** All blocks, in the order in which they were measured. */
    List<RaceBlock> blocks() {
        return List.copyOf(blocks);
    }

    /** Those that are neither surely slower than the best nor surely within {@value #CLOSE} of it. */
    List<Undecided> undecided() {
        if (rounds == 0) {
            return List.of();
        }
        Optional<Standing> best = best();
        if (best.isEmpty()) {
            return List.of();
        }
        Duration round = spent.dividedBy(rounds);
        return all.stream()
                .filter(each -> !each.failed && each.worseThan.isEmpty() && each != best.get())
                .filter(each -> ends(each, best.get()).high > CLOSE && ends(each, best.get()).low <= 1)
                .map(each -> Foresight.of(
                        each.candidate,
                        best.get().candidate,
                        logs(each, best.get()),
                        ratio(each, best.get()),
                        round,
                        MOST_ROUNDS))
                .toList();
    }

    private List<Double> logs(Standing own, Standing other) {
        int both = Math.min(own.blocks.size(), other.blocks.size());
        return IntStream.range(0, both)
                .mapToObj(i -> Math.log(objective.cost(own.blocks.get(i), own.candidate.batch())
                        / objective.cost(other.blocks.get(i), other.candidate.batch())))
                .toList();
    }

    private void round() {
        if (rounds % 2 == 0) {
            Collections.shuffle(live, random);
        } else {
            Collections.reverse(live);
        }
        for (Standing each : List.copyOf(live)) {
            if (isOver()) {
                return;
            }
            Optional<Samples> block = each.session.block(request(each)).filter(samples -> samples.median() > 0);
            block.ifPresent(each.blocks::add);
            block.ifPresent(samples -> blocks.add(new RaceBlock(
                    rounds + 1,
                    each.candidate,
                    samples.size(),
                    samples.median(),
                    objective.cost(samples, each.candidate.batch()))));
            if (block.isEmpty()) {
                each.failed = true;
                live.remove(each);
            }
        }
        rounds++;
    }

    private BlockRequest request(Standing each) {
        long wanted = (long) (3e6 * each.trial.median());
        Duration length = Duration.ofNanos(Math.min(LONGEST.toNanos(), Math.max(SHORTEST.toNanos(), wanted)));
        Duration most = Duration.ofNanos(Math.max(2 * wanted, LONGEST.toNanos()) * objective.leastIterations());
        return new BlockRequest(objective.leastIterations(), length, most);
    }

    private void look() {
        Optional<Standing> best = best();
        for (Standing each : List.copyOf(live)) {
            if (best.isPresent() && each != best.get() && ends(each, best.get()).low > 1) {
                each.worseThan = best;
                live.remove(each);
            }
        }
    }

    /** Whether each of these is within reach of the best. */
    private boolean isDecided(List<Standing> these) {
        Optional<Standing> best = best();
        return best.isPresent()
                && these.stream().allMatch(each -> each == best.get() || ends(each, best.get()).high <= CLOSE);
    }

    /** With less time left, fewer share it. */
    private void halve() {
        double left = Math.max(0, (double) (end - nanos.getAsLong()) / (end - beginning));
        int kept = Math.max(2, (int) Math.ceil(all.size() * left));
        if (live.size() > kept && rounds >= FIRST_LOOK) {
            live.sort(Comparator.comparingDouble(each -> each.cost(objective)));
            live.subList(kept, live.size()).clear();
        }
    }

    private Optional<Standing> best() {
        return live.stream().min(Comparator.comparingDouble(each -> each.cost(objective)));
    }

    private record Ends(double low, double high) {}

    private Ends ends(Standing own, Standing other) {
        return ratio(own, other)
                .flatMap(ratio -> ratio.ci95())
                .map(ci -> new Ends(ci.low(), ci.high()))
                .orElse(new Ends(0, Double.POSITIVE_INFINITY));
    }

    /** How many times as much the one costs, over the rounds that both ran in; empty where there is none. */
    Optional<Ratio> ratio(Standing own, Standing other) {
        int both = Math.min(own.blocks.size(), other.blocks.size());
        if (both == 0 || own == other) {
            return Optional.empty();
        }
        return Optional.of(Ratio.ofPairs(costs(own, both), costs(other, both)));
    }

    /** Medians are told from whole blocks, by which the step of the clock is known as well. */
    private List<Samples> costs(Standing of, int count) {
        return of.blocks.subList(0, count).stream()
                .map(block -> cost(of, block))
                .toList();
    }

    private Samples cost(Standing of, Samples block) {
        return objective == Objective.LATENCY || (objective == Objective.THROUGHPUT && of.candidate.batch() == 1)
                ? block
                : Samples.ofMillis(objective.cost(block, of.candidate.batch()));
    }
}
