package dev.bascule.execution.reference;

import dev.bascule.execution.cases.PreparedCase;
import dev.bascule.execution.session.CheckedSession;
import dev.bascule.fallback.attempt.FaultClassifier;
import dev.bascule.fallback.attempt.OutputChecker;
import dev.bascule.fallback.attempt.OutputChecker.Reference;
import dev.bascule.fallback.job.Block;
import dev.bascule.fallback.job.BlockRequest;
import dev.bascule.fallback.job.Challenge;
import dev.bascule.fallback.job.ChallengeAnswer;
import dev.bascule.fallback.job.Feeds;
import dev.bascule.fallback.job.Outputs;
import dev.bascule.fallback.numerics.Tolerance;
import dev.bascule.fallback.numerics.ToleranceRule;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.inputs.FreshFeeds;
import dev.bascule.models.zoo.SplitMix;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Makes a case's challenges in the session of native CPU that its reference comes from. A challenge is only given where
 * it tells something: native CPU makes of the fresh inputs something else than of the timed ones, and
 * makes the same of them when they are moved by a few units in the last place. Used for one case and thrown away.
 */
final class ChallengeMaker {
    /** Inferences of a challenge to a model that is fed step by step. */
    private static final int STEPS = 4;

    private static final int FEW = 1;
    private static final int MANY = 3;

    /** Fresh inputs that tell nothing are made anew so often. */
    private static final int TRIES = 2;

    private static final Duration QUICK = Duration.ofMillis(250);
    private static final long SMALL_BYTES = 16L << 20;

    /** Of a quick model several inferences, so that no pause of the machine is taken for the usual time. */
    private static final Duration SETTLING = Duration.ofMillis(5);

    private final PreparedCase testCase;
    private final CheckedSession session;
    private final Reference own;
    private final Duration timeout;
    private final long seed;

    /**
     * @param session of native CPU, open
     * @param own what it made of the case's inputs
     * @param entropy of this run alone: what answered an earlier run's challenges knows nothing of this one's
     */
    ChallengeMaker(PreparedCase testCase, CheckedSession session, Reference own, Duration timeout, long entropy) {
        this.testCase = testCase;
        this.session = session;
        this.own = own;
        this.timeout = timeout;
        this.seed = SplitMix.named(entropy + ":" + testCase.id()).nextLong();
    }

    /** @param published what the case's outputs are known to be, where that is not native CPU's word */
    Challenges make(Optional<Reference> published) {
        if (!session.takesChallenges()) {
            return Challenges.none("the reference's runner answers no challenges");
        }
        if (FreshFeeds.of(testCase.feeds(), STEPS, seed).isEmpty()) {
            return Challenges.none("nothing in its inputs can be exchanged for other values");
        }
        if (published.filter(known -> !agrees(known, outputs(own, known))).isPresent()) {
            return Challenges.none(
                    "native CPU, which says what is right for fresh inputs, does not give its published outputs");
        }
        int steps = Math.min(testCase.feeds().steps(), STEPS);
        Optional<Block> block = measure(new BlockRequest(steps, SETTLING, timeout));
        if (block.isEmpty()) {
            return refused();
        }
        double usual = block.get().samples().median();
        boolean quick = usual * steps <= QUICK.toMillis() && bytes(testCase.feeds()) <= SMALL_BYTES;
        List<Challenges.Given> given = new ArrayList<>();
        Optional<String> why = Optional.empty();
        int wanted = quick ? MANY : FEW;
        for (int number = 0; number < TRIES * wanted && given.size() < wanted; number++) {
            Optional<Feeds> fresh = FreshFeeds.of(testCase.feeds(), STEPS, seed + number);
            if (fresh.isPresent()) {
                why = add(given, fresh.get(), usual);
            }
            if (session.fault().isPresent()) {
                return refused();
            }
        }
        return given.isEmpty()
                ? Challenges.none(why.orElse("nothing in its inputs can be exchanged for other values"))
                : new Challenges(given, Optional.of(own), seed, Optional.empty());
    }

    /** Adds a challenge that tells something; else says why it does not. */
    private Optional<String> add(List<Challenges.Given> given, Feeds fresh, double usual) {
        List<Challenge> both = Stream.of(fresh, FreshFeeds.nudged(fresh, seed))
                .map(feeds -> new Challenge(feeds, 0))
                .toList();
        Optional<Block> block = measure(BlockRequest.ofIterations(1, timeout).withChallenges(both));
        if (block.isEmpty()) {
            return Optional.empty();
        }
        ChallengeAnswer answer = block.get().challenged().get(0);
        Reference right = new Reference(own.kind(), answer.outputs().steps(), own.notJudged(), own.rule());
        if (agrees(byRounding(own), answer.outputs())) {
            return Optional.of("its outputs hardly follow its inputs: fresh ones give the same within the tolerance");
        }
        if (!agrees(byRounding(right), block.get().challenged().get(1).outputs())) {
            return Optional.of("rounding decides its outputs: inputs that differ in the last places give others");
        }
        // The quicker of the two alike: a pause of the machine is not the inputs' doing.
        double took = block.get().challenged().stream()
                .mapToDouble(one -> one.inferences().median())
                .min()
                .orElseThrow();
        double slowdown = usual > 0 ? took / usual : 1;
        given.add(new Challenges.Given(fresh, right, slowdown));
        return Optional.empty();
    }

    /**
     * The challenges as far as the exact reference lets native CPU say what is right for fresh inputs: where it is right itself, and
     * where fresh inputs give more than rounding makes of the timed ones. It decides much of a quantized model, of which native
     * CPU's word is one of many.
     *
     * @param own what native CPU made of the case's inputs
     * @param exact the same, which no engine made
     */
    static Challenges weighed(Challenges made, Reference own, Reference exact) {
        if (made.given().isEmpty()) {
            return made;
        }
        if (!agrees(exact, outputs(own, exact))) {
            return Challenges.none(
                    "native CPU, which says what is right for fresh inputs, is wrong on the timed ones by the exact reference");
        }
        List<Challenges.Given> telling = made.given().stream()
                .map(given -> new Challenges.Given(given.feeds(), fresh(given.right(), exact), given.slowdown()))
                .filter(given -> isTelling(given.right(), own))
                .toList();
        return telling.isEmpty()
                ? Challenges.none(
                        "rounding decides its outputs: those of fresh inputs lie no further from those of the timed ones")
                : new Challenges(telling, made.own(), made.seed(), made.why());
    }

    private static Reference fresh(Reference right, Reference exact) {
        return new Reference(right.kind(), right.steps(), right.notJudged(), FreshRule.of(right.rule(), exact));
    }

    /**
     * Whether neither who repeats what is right for the timed inputs, as far off as he may be, nor who answers with zeros is right for the
     * fresh ones.
     */
    static boolean isTelling(Reference right, Reference timed) {
        Reference wide = new Reference(right.kind(), right.steps(), right.notJudged(), new TwiceAsWide(right.rule()));
        return !agrees(wide, outputs(timed, wide)) && !agrees(right, zeros(right));
    }

    private record TwiceAsWide(ToleranceRule rule) implements ToleranceRule {
        @Override
        public Tolerance of(String output, DType dtype) {
            return rule.of(output, dtype).times(2);
        }

        @Override
        public Optional<Tolerance> widened(String output, DType dtype) {
            return rule.widened(output, dtype).map(tolerance -> tolerance.times(2));
        }
    }

    private static Outputs zeros(Reference right) {
        List<Outputs.Output> all = new ArrayList<>();
        for (int step = 0; step < right.steps().size(); step++) {
            int here = step;
            right.steps().get(step).forEach((name, tensor) -> {
                if (tensor.dtype() != DType.STRING) {
                    byte[] none = new byte[tensor.data().remaining()];
                    all.add(new Outputs.Output(name, here, here, Tensor.of(tensor.dtype(), tensor.shape(), none)));
                }
            });
        }
        return new Outputs(all);
    }

    /** By rounding alone: fresh inputs are meant to differ, and how far the reference moves is not measured for that. */
    private Reference byRounding(Reference reference) {
        return new Reference(reference.kind(), reference.steps(), reference.notJudged(), testCase.rounding());
    }

    private static boolean agrees(Reference reference, Outputs outputs) {
        OutputChecker checker = new OutputChecker(reference);
        checker.check(outputs, 1);
        return checker.result().ok();
    }

    private Optional<Block> measure(BlockRequest request) {
        return session.measure(request, timeout).result();
    }

    private Challenges refused() {
        return Challenges.none("native CPU does not run fresh inputs: "
                + session.fault()
                        .map(why -> FaultClassifier.classify(why).failure().message())
                        .orElse("no answer"));
    }

    /** One's outputs, as far as the other knows them. */
    private static Outputs outputs(Reference reference, Reference other) {
        List<Outputs.Output> all = new ArrayList<>();
        int steps = Math.min(reference.steps().size(), other.steps().size());
        for (int step = 0; step < steps; step++) {
            int here = step;
            reference.steps().get(step).forEach((name, tensor) -> {
                if (other.steps().get(here).containsKey(name)) {
                    all.add(new Outputs.Output(name, here, here, tensor));
                }
            });
        }
        return new Outputs(all);
    }

    private static long bytes(Feeds feeds) {
        return feeds.inputs().values().stream()
                .flatMap(List::stream)
                .mapToLong((Tensor tensor) -> tensor.data().remaining())
                .sum();
    }
}
