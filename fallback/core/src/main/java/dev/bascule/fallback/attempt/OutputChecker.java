package dev.bascule.fallback.attempt;

import dev.bascule.fallback.backend.Precision;
import dev.bascule.fallback.job.Feeds;
import dev.bascule.fallback.job.Outputs;
import dev.bascule.fallback.numerics.Difference;
import dev.bascule.fallback.numerics.ElementTolerance;
import dev.bascule.fallback.numerics.RoundingNoise;
import dev.bascule.fallback.numerics.RoundingRule;
import dev.bascule.fallback.numerics.Tolerance;
import dev.bascule.fallback.numerics.ToleranceRule;
import dev.bascule.fallback.numerics.ValueJudge;
import dev.bascule.fallback.tensor.Tensor;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Checks every output that a session shipped against the reference. Since a runner ships each output that differs from
 * those before it, this checks every iteration. An output of which the reference knows nothing is a fault and no silence. Belongs
 * to one thread.
 */
public final class OutputChecker {
    private final Reference reference;
    private final ValueJudge judge;
    /** Of outputs whose sums may be narrow; not asked where nothing tells how far those are off. */
    private final ValueJudge narrow;

    private final OutputsOutside outside = new OutputsOutside();
    private final Set<String> passedOver;
    private final Set<String> inputs = new HashSet<>();
    /** Of what was compared with, by set, step and output: how many values it has. */
    private final Map<String, Long> values = new HashMap<>();

    private final Set<String> outputs = new HashSet<>();
    private long checked;
    private int dataSets;

    /**
     * The reference outputs: for each step, each output by name.
     *
     * @param kind what they are
     * @param notJudged outputs that show nothing of whether a backend computes rightly
     * @param rule how far outputs may lie from them
     * @param noise for each step what rounding alone makes of outputs, where the reference tells; it goes before the rule
     * @param narrow the same where 16-bit floats are added up in 16 bits; none of a model without such
     */
    public record Reference(
            Numerics.Reference kind,
            List<Map<String, Tensor>> steps,
            List<UnjudgedOutput> notJudged,
            ToleranceRule rule,
            List<Map<String, RoundingNoise>> noise,
            List<Map<String, RoundingNoise>> narrow) {
        public Reference {
            narrow = narrow.stream().map(Map::copyOf).toList();
            steps = steps.stream().map(Map::copyOf).toList();
            notJudged = List.copyOf(notJudged);
            noise = noise.stream().map(Map::copyOf).toList();
        }

        /** One of a model without 16-bit floats. */
        public Reference(
                Numerics.Reference kind,
                List<Map<String, Tensor>> steps,
                List<UnjudgedOutput> notJudged,
                ToleranceRule rule,
                List<Map<String, RoundingNoise>> noise) {
            this(kind, steps, notJudged, rule, noise, List.of());
        }

        /** One that the rule alone judges. */
        public Reference(
                Numerics.Reference kind,
                List<Map<String, Tensor>> steps,
                List<UnjudgedOutput> notJudged,
                ToleranceRule rule) {
            this(kind, steps, notJudged, rule, List.of());
        }

        /** One of which the values alone say what cannot be judged. */
        public Reference(Numerics.Reference kind, List<Map<String, Tensor>> steps, ToleranceRule rule) {
            this(kind, steps, UnjudgedOutput.in(steps), rule);
        }

        /** What rounding alone makes of an output of a step. */
        public Optional<RoundingNoise> noise(int step, String output) {
            return of(noise, step, output);
        }

        /** The same with sums of 16-bit floats in 16 bits, where the model has such: what no right output lies beyond. */
        public Optional<RoundingNoise> widestNoise(int step, String output) {
            return of(narrow, step, output).or(() -> noise(step, output));
        }

        private static Optional<RoundingNoise> of(List<Map<String, RoundingNoise>> noise, int step, String output) {
            return step < noise.size() ? Optional.ofNullable(noise.get(step).get(output)) : Optional.empty();
        }

        /** Of outputs that one node made. */
        public Reference(Numerics.Reference kind, List<Map<String, Tensor>> steps) {
            this(kind, steps, RoundingRule.ofDepth(1));
        }
    }

    public OutputChecker(Reference reference) {
        this.reference = reference;
        this.judge = new ValueJudge(reference.rule());
        this.narrow = new ValueJudge(reference.rule());
        this.passedOver = reference.notJudged().stream()
                .filter(output -> !output.isCompared())
                .map(UnjudgedOutput::output)
                .collect(Collectors.toSet());
    }

    /** What outputs are held against. */
    public Reference reference() {
        return reference;
    }

    /**
     * Counts what the session is fed.
     *
     * @param published how many published sets these inputs are: 1, or 0 where nobody published what comes of them
     */
    public void fed(Feeds feeds, int published) {
        dataSets += published;
        for (int step = 0; step < feeds.steps(); step++) {
            inputs.add(InputDigest.of(feeds.step(step)));
        }
    }

    /** Checks these outputs, which stand for so many inferences; one that nothing is known of counts as wrong, its inference as unchecked. */
    public void check(Outputs shipped, long inferences) {
        Set<Integer> unchecked = new HashSet<>();
        for (Outputs.Output output : shipped.all()) {
            if (passedOver.contains(output.name())
                    && output.step() < reference.steps().size()) {
                continue;
            }
            Optional<Tensor> expected = output.step() < reference.steps().size()
                    ? Optional.ofNullable(reference.steps().get(output.step()).get(output.name()))
                    : Optional.empty();
            if (expected.isPresent()) {
                boolean inside = compare(
                        output.name(),
                        "step " + output.step(),
                        output.tensor(),
                        expected.get(),
                        reference.noise(output.step(), output.name()),
                        reference.widestNoise(output.step(), output.name()));
                if (!inside) {
                    outside.add(output);
                }
            } else {
                unchecked.add(output.iteration());
                stray(
                        output.name(),
                        output.tensor().toString(),
                        "no such output at step %d of %d"
                                .formatted(output.step() + 1, reference.steps().size()));
            }
        }
        checked += Math.max(0, inferences - unchecked.size());
    }

    /**
     * Checks one inference on a further published set.
     *
     * @param set its name
     * @param fed all of its inputs
     * @param expected its outputs; those left out are not judged
     * @param got what the session gave
     */
    public void checkSet(String set, Map<String, Tensor> fed, Map<String, Tensor> expected, Map<String, Tensor> got) {
        expected.forEach((name, value) -> {
            if (passedOver.contains(name)) {
                return;
            }
            Tensor given = got.get(name);
            if (given == null) {
                stray("%s (%s)".formatted(name, set), "no output", value.toString());
            } else if (!compare(name, set, given, value, Optional.empty(), Optional.empty())) {
                outside.unknown();
            }
        });
        inputs.add(InputDigest.of(fed));
        dataSets++;
        checked++;
    }

    /** Whether it lies within what is usual. */
    private boolean compare(
            String name,
            String place,
            Tensor got,
            Tensor expected,
            Optional<RoundingNoise> noise,
            Optional<RoundingNoise> widest) {
        if (reference.notJudged().stream().noneMatch(output -> output.output().equals(name))) {
            outputs.add(name);
            values.put(place + "\n" + name, expected.shape().elements());
        }
        long before = judge.result().difference().outside();
        judge.judge(name, got, expected, noise);
        if (!reference.narrow().isEmpty()) {
            narrow.judge(name, got, expected, widest);
        }
        return judge.result().difference().outside() == before;
    }

    /** Counts outputs that the first inferences did not bring as wrong, those too that are not compared. */
    public void requireAll(Outputs shipped) {
        for (int step = 0; step < reference.steps().size(); step++) {
            int here = step;
            Map<String, Tensor> expected = reference.steps().get(step);
            Set<String> names = new TreeSet<>(expected.keySet());
            names.addAll(passedOver);
            for (String name : names) {
                boolean there = shipped.all().stream()
                        .anyMatch(
                                output -> output.step() == here && output.name().equals(name));
                if (!there) {
                    stray(
                            name,
                            "no output",
                            Optional.ofNullable(expected.get(name))
                                    .map(Tensor::toString)
                                    .orElse("one of any value"));
                }
            }
        }
    }

    private void stray(String name, String got, String expected) {
        judge.unlike(name, got, expected);
        narrow.unlike(name, got, expected);
        outside.unknown();
    }

    /** What was compared so far. */
    public CheckCoverage rests() {
        return new CheckCoverage(
                values.values().stream().mapToLong(Long::longValue).sum(),
                outputs.size(),
                inputs.size(),
                reference.steps().size(),
                dataSets,
                reference.notJudged());
    }

    private static ValueJudge.Judged narrowly(ValueJudge.Judged usual, ValueJudge.Judged narrow) {
        String how = usual.difference()
                .noise()
                .map(noise -> "; by sums in 32 bits %d of %d values lie outside, up to %.3g σ"
                        .formatted(
                                usual.difference().outside(), usual.difference().elements(), noise.most()))
                .orElse("");
        // The element that was kept may be a whole number: that narrow sums were asked for is said all the same.
        ElementTolerance limit = new ElementTolerance.Noise(
                narrow.tolerance().perElement() instanceof ElementTolerance.Noise kept ? kept.limit() : 0, true);
        return new ValueJudge.Judged(
                narrow.difference(), new Tolerance(limit, narrow.tolerance().basis() + how), narrow.compared());
    }

    /**
     * What it comes to where all that lies outside of what is usual is held against wider noise; empty where that does not explain all of
     * it, nothing lies outside, or what does was too much to be kept.
     *
     * @param lower noise by step and output
     * @param products what the noise is of
     * @param why that may count, for the cell
     */
    public Optional<Numerics> explainedBy(List<Map<String, RoundingNoise>> lower, Precision products, String why) {
        Numerics usual = result();
        return usual.ok()
                ? Optional.empty()
                : outside.judged(reference, lower).map(found -> narrower(usual, found, products, why));
    }

    /** The figures are those of the outputs; only how far off that is in σ depends on the noise. */
    private static Numerics narrower(Numerics usual, ValueJudge.Judged found, Precision products, String why) {
        Difference all = usual.difference();
        String far = all.noise()
                .map(noise -> ", up to %.3g σ".formatted(noise.most()))
                .orElse("");
        double limit = found.tolerance().perElement() instanceof ElementTolerance.Noise kept ? kept.limit() : 0;
        return new Numerics(
                usual.reference(),
                new Difference(
                        all.elements(),
                        0,
                        all.maxAbs(),
                        all.maxRel(),
                        all.maxUlp(),
                        all.cosine(),
                        all.worst(),
                        all.signedZeros(),
                        found.difference().noise()),
                new Tolerance(
                        new ElementTolerance.Noise(limit, false, Optional.of(products)),
                        "%s; by products in fp32 %d of %d values lie outside%s; %s"
                                .formatted(found.tolerance().basis(), all.outside(), all.elements(), far, why)),
                usual.checkedIterations(),
                usual.checked());
    }

    /** The worst so far. Ok only when something was compared, be it empty tensors. */
    public Numerics result() {
        ValueJudge.Judged judged = judge.result();
        if (!judged.ok() && !reference.narrow().isEmpty() && narrow.result().ok()) {
            judged = narrowly(judged, narrow.result());
        }
        return new Numerics(
                reference.kind(),
                judged.difference(),
                judged.tolerance(),
                judged.compared() > 0 ? checked : 0,
                Optional.of(rests()));
    }
}
