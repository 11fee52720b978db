package dev.bascule.studies.select;

import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.job.BlockRequest;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.usage.Reading;
import dev.bascule.studies.select.Finding.Fate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** Tries candidates, the most promising first, and keeps open those that may be the best. Belongs to one thread. */
final class Trials {
    /** So many times as much in the trial, and nobody becomes the best. */
    static final double HOPELESS = 2;
    /** Processes that are open side by side: more want memory. */
    private static final int MOST_OPEN = 6;
    /** What trying may take of the budget; the rest is for the race. */
    private static final double SHARE = 0.7;

    private static final Duration TRIAL = Duration.ofMillis(50);
    private static final Duration TRIAL_LIMIT = Duration.ofSeconds(2);
    private static final Duration ENERGY_BLOCK = Duration.ofSeconds(1);
    private static final Duration WARM_UP = Duration.ofMillis(600);
    /** Browsers start in some seconds: what the budget has left is too little for the last. */
    static final Duration PATIENCE = Duration.ofSeconds(15);

    private static final int FOR_P95 = 20;

    private final Optional<Candidate> kept;
    private final Objective objective;
    private final SelectLimits limits;
    private final LongSupplier nanos;
    private final Consumer<String> progress;
    private final long beginning;
    private final List<Finding> ended = new ArrayList<>();
    private final List<Tried> open = new ArrayList<>();
    private OptionalDouble best = OptionalDouble.empty();
    private boolean leftOut;

    /** @param kept the best so far, which takes part in the race however its trial came out */
    Trials(
            Optional<Candidate> kept,
            Objective objective,
            SelectLimits limits,
            LongSupplier nanos,
            Consumer<String> progress) {
        this.kept = kept;
        this.objective = objective;
        this.limits = limits;
        this.nanos = nanos;
        this.progress = progress;
        this.beginning = nanos.getAsLong();
    }

    /** Those that may be the best, open. */
    List<Tried> open() {
        return List.copyOf(open);
    }

    /** What became of the others so far. */
    List<Finding> ended() {
        return List.copyOf(ended);
    }

    /** Whether one that may be better was not tried, or not raced. */
    boolean leftOut() {
        return leftOut;
    }

    Duration elapsed() {
        return Duration.ofNanos(nanos.getAsLong() - beginning);
    }

    Duration left() {
        Duration left = limits.budget().minus(elapsed());
        return left.isNegative() ? Duration.ZERO : left;
    }

    /** Tries one, unless what is known speaks against it or there is no time. */
    void consider(Entrant entrant, Outlook outlook) {
        Candidate candidate = entrant.candidate();
        if (outlook instanceof Outlook.CannotRun cannot) {
            end(candidate, outlook, Fate.KNOWN_TO_FAIL, cannot.why());
        } else if (Thread.currentThread().isInterrupted()) {
            end(candidate, outlook, Fate.NOT_TRIED, "stopped by the user");
        } else if (isPredictedWorse(candidate, outlook)) {
            end(
                    candidate,
                    outlook,
                    Fate.PREDICTED_WORSE,
                    "expected to take %.3g ms at the very least".formatted(((Outlook.Expected) outlook).low()));
        } else if (isOver()) {
            leftOut = true;
            if (outlook instanceof Outlook.ExpectedToFail doubted) {
                end(candidate, outlook, Fate.EXPECTED_TO_FAIL, doubted.why() + "; the budget was over");
            } else {
                end(candidate, outlook, Fate.NOT_TRIED, "the budget was over");
            }
        } else {
            progress.accept("trying " + candidate.label());
            attempt(entrant, outlook);
        }
    }

    /** Outlooks are of one item's median. */
    private boolean isPredictedWorse(Candidate candidate, Outlook outlook) {
        return objective == Objective.LATENCY
                && candidate.batch() == 1
                && outlook instanceof Outlook.Expected expected
                && best.isPresent()
                && expected.low() > HOPELESS * best.getAsDouble();
    }

    private boolean isOver() {
        double share = open.isEmpty() ? 1 : SHARE;
        return elapsed().toNanos() > share * limits.budget().toNanos();
    }

    private void attempt(Entrant entrant, Outlook outlook) {
        Entrant.Opening opening = entrant.open(WARM_UP, left().plus(PATIENCE));
        if (opening instanceof Entrant.Opening.Failed failed) {
            end(entrant.candidate(), outlook, Fate.FAILED, failed.why());
            return;
        }
        if (opening instanceof Entrant.Opening.NotStarted missing) {
            end(entrant.candidate(), outlook, Fate.FAILED, missing.why());
            return;
        }
        Entrant.Session session = ((Entrant.Opening.Open) opening).session();
        Optional<Samples> trial = session.block(new BlockRequest(objective.leastIterations(), TRIAL, TRIAL_LIMIT));
        if (trial.isEmpty() || trial.get().median() == 0) {
            notKnown(entrant.candidate(), outlook, session, "too quick for its clock");
            return;
        }
        if (objective == Objective.P95 && trial.get().size() < FOR_P95) {
            notKnown(entrant.candidate(), outlook, session, "%d inferences take too long".formatted(FOR_P95));
            return;
        }
        Reading<Double> cost = cost(entrant.candidate(), session, trial.get());
        Optional<Double> figure = cost.optional();
        if (figure.isEmpty()) {
            notKnown(entrant.candidate(), outlook, session, cost.words());
            return;
        }
        if (limits.memory().isPresent() && session.memory().isEmpty()) {
            notKnown(entrant.candidate(), outlook, session, "the memory of its processes is out of reach");
            return;
        }
        keep(new Tried(entrant.candidate(), outlook, session, trial.get(), figure.get(), session.memory()));
    }

    private void notKnown(Candidate candidate, Outlook outlook, Entrant.Session session, String why) {
        Optional<Failure> failure = session.end().failure();
        leftOut |= failure.isEmpty();
        end(
                candidate,
                outlook,
                failure.isPresent() ? Fate.FAILED : Fate.NOT_KNOWN,
                failure.map(Failure::message).orElse(why));
    }

    private Reading<Double> cost(Candidate candidate, Entrant.Session session, Samples trial) {
        if (objective == Objective.ENERGY) {
            return session.energy(
                    new BlockRequest(objective.leastIterations(), ENERGY_BLOCK, ENERGY_BLOCK.plus(TRIAL_LIMIT)));
        }
        if (objective == Objective.MEMORY) {
            OptionalLong memory = session.memory();
            return memory.isPresent()
                    ? Reading.known((double) memory.getAsLong(), "resident memory, peak less what was there before")
                    : Reading.unknown("the memory of its processes is out of reach");
        }
        return Reading.known(objective.cost(trial, candidate.batch()), "a block");
    }

    private void keep(Tried tried) {
        Optional<String> beyond = Tried.beyond(limits, tried.trial(), 1, tried.memory());
        if (beyond.isPresent()) {
            close(tried, Fate.OVER_LIMIT, beyond.get());
            return;
        }
        open.add(tried);
        best = OptionalDouble.of(Math.min(tried.cost(), best.orElse(Double.POSITIVE_INFINITY)));
        open.sort(Comparator.comparingDouble(Tried::cost));
        // A trial is short, and what is held against the best so far must not lose it to one slow block.
        List<Tried> hopeless = open.stream()
                .filter(each -> each.cost() > HOPELESS * best.getAsDouble() && !isKept(each))
                .toList();
        open.removeAll(hopeless);
        hopeless.forEach(each -> close(each, Fate.WORSE, ""));
        if (open.size() > MOST_OPEN) {
            leftOut = true;
            Tried last = isKept(open.get(MOST_OPEN)) ? open.get(MOST_OPEN - 1) : open.get(MOST_OPEN);
            open.remove(last);
            close(last, Fate.WORSE, "in its trial; %d better ones were raced".formatted(MOST_OPEN));
        }
    }

    private boolean isKept(Tried tried) {
        return kept.equals(Optional.of(tried.candidate()));
    }

    /** Ends a session that is not raced; one that turns out to have gone wrong has failed, whatever it measured. */
    private void close(Tried tried, Fate fate, String note) {
        Entrant.Ending ending = tried.session().end();
        ended.add(new Finding(
                tried.candidate(),
                tried.outlook(),
                ending.failure().isPresent() ? Fate.FAILED : fate,
                ending.failure().isPresent()
                        ? Optional.empty()
                        : Optional.of(tried.measured(
                                tried.trial(), tried.cost(), Optional.empty(), Optional.empty(), ending.placement())),
                ending.failure().map(Failure::message).orElse(note)));
    }

    private void end(Candidate candidate, Outlook outlook, Fate fate, String note) {
        ended.add(new Finding(candidate, outlook, fate, Optional.empty(), note));
    }

    private void end(Candidate candidate, Outlook outlook, Fate fate, Failure why) {
        end(candidate, outlook, fate, why.message());
    }
}
