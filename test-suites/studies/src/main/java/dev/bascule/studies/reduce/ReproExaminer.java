package dev.bascule.studies.reduce;

import dev.bascule.fallback.attempt.FaultClassifier;
import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.numerics.Difference;
import dev.bascule.fallback.numerics.Lineage;
import dev.bascule.fallback.numerics.TensorComparer;
import dev.bascule.fallback.numerics.Tolerance;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.graph.Lineages;
import dev.bascule.studies.reduce.trial.FailureSignature;
import dev.bascule.studies.reduce.trial.OutputCriterion;
import dev.bascule.studies.reduce.trial.ReproFinding;
import dev.bascule.studies.reduce.trial.ReproModel;
import dev.bascule.studies.reduce.trial.Trial;
import dev.bascule.studies.reduce.trial.TrialOutcome;
import dev.bascule.studies.reduce.trial.ValueTolerance;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** A runner of repro models on the reference and on the target that says what they show. Belongs to one thread. */
final class ReproExaminer {
    private static final double GROSS = 10;

    private final Trial reference;
    private final Trial target;
    private final ValueTolerance tolerances;
    private int trials;

    /** @param tolerances of all values but those that a case itself tells */
    ReproExaminer(Trial reference, Trial target, ValueTolerance tolerances) {
        this.reference = reference;
        this.target = target;
        this.tolerances = tolerances;
    }

    /** Both: the reference first, so that an invalid model costs the target nothing. */
    ReproFinding examine(ReproModel repro) {
        return reference
                .run(repro)
                .fold(outputs -> examine(repro, outputs), fault -> new ReproFinding.Invalid(words(fault)));
    }

    /** The target alone, against outputs that are known. */
    ReproFinding examine(ReproModel repro, Map<String, Tensor> expected) {
        return examine(repro, expected, tolerances);
    }

    ReproFinding examine(ReproModel repro, Map<String, Tensor> expected, ValueTolerance own) {
        return onTarget(repro)
                .fold(
                        outputs -> compare(outputs, expected, repro.lineages(), own),
                        fault -> new ReproFinding.Failing(
                                FailureSignature.of(fault), Optional.empty(), Optional.of(fault), Map.of(), expected));
    }

    TrialOutcome onTarget(ReproModel repro) {
        trials++;
        return target.run(repro);
    }

    TrialOutcome onReference(ReproModel repro) {
        return reference.run(repro);
    }

    /** Who says what is right where the case does not. */
    OutputCriterion.Source source() {
        return reference.source();
    }

    ValueTolerance tolerances() {
        return tolerances;
    }

    /** How often the target was tried. */
    int trials() {
        return trials;
    }

    static ReproFinding compare(
            Map<String, Tensor> got, Map<String, Tensor> expected, Lineages lineages, ValueTolerance tolerances) {
        Optional<ReproFinding.WrongOutput> worst = Optional.empty();
        FailureSignature.Wrong signature = new FailureSignature.Wrong(FailureSignature.Kind.VALUES, false);
        for (Map.Entry<String, Tensor> output : expected.entrySet()) {
            Optional<Tensor> mine = Optional.ofNullable(got.get(output.getKey()));
            Tolerance tolerance = tolerances.of(output.getKey(), output.getValue(), lineages.of(output.getKey()));
            Optional<FailureSignature.Wrong> wrong = wrong(output.getKey(), mine, output.getValue(), tolerance);
            if (wrong.isEmpty()) {
                continue;
            }
            ReproFinding.WrongOutput found = describe(output.getKey(), mine, output.getValue(), tolerance);
            if (worst.isEmpty() || isWorse(found, worst.get())) {
                worst = Optional.of(found);
                signature = wrong.get();
            }
        }
        return worst.isEmpty()
                ? new ReproFinding.Healthy()
                : new ReproFinding.Failing(signature, worst, Optional.empty(), got, expected);
    }

    /**
     * In what way a value is wrong, if it is.
     *
     * @param times how many times the tolerance it may be off
     */
    Optional<FailureSignature.Wrong> wrong(
            String name, Optional<Tensor> got, Tensor expected, Lineage lineage, double times) {
        return wrong(name, got, expected, tolerances.of(name, expected, lineage).times(times));
    }

    private static Optional<FailureSignature.Wrong> wrong(
            String name, Optional<Tensor> got, Tensor expected, Tolerance tolerance) {
        if (got.isEmpty()) {
            return Optional.of(new FailureSignature.Wrong(FailureSignature.Kind.ABSENT, true));
        }
        if (got.get().dtype() != expected.dtype()) {
            return Optional.of(new FailureSignature.Wrong(FailureSignature.Kind.TYPE, true));
        }
        if (!got.get().shape().equals(expected.shape())) {
            return Optional.of(new FailureSignature.Wrong(FailureSignature.Kind.SHAPE, true));
        }
        if (!outside(name, got.get(), expected, tolerance)) {
            return Optional.empty();
        }
        return Optional.of(new FailureSignature.Wrong(
                FailureSignature.Kind.VALUES, outside(name, got.get(), expected, tolerance.times(GROSS))));
    }

    private static boolean outside(String name, Tensor got, Tensor expected, Tolerance tolerance) {
        return TensorComparer.compare(name, got, expected, tolerance).outside() > 0;
    }

    private static ReproFinding.WrongOutput describe(
            String name, Optional<Tensor> got, Tensor expected, Tolerance tolerance) {
        Difference difference = got.map(tensor -> TensorComparer.compare(name, tensor, expected, tolerance))
                .orElseGet(() -> new Difference(
                        1,
                        1,
                        Double.POSITIVE_INFINITY,
                        Double.POSITIVE_INFINITY,
                        OptionalDouble.empty(),
                        OptionalDouble.empty(),
                        Optional.of(new Difference.Worst(name, 0, "no output", expected.toString()))));
        return new ReproFinding.WrongOutput(name, difference, tolerance);
    }

    private static boolean isWorse(ReproFinding.WrongOutput one, ReproFinding.WrongOutput other) {
        return one.difference().maxAbs() > other.difference().maxAbs();
    }

    static String words(Fault fault) {
        return FaultClassifier.classify(fault).failure().message();
    }
}
