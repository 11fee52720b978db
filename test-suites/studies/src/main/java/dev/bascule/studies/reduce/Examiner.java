package dev.bascule.studies.reduce;

import dev.bascule.fallback.attempt.FaultClassifier;
import dev.bascule.fallback.numerics.Difference;
import dev.bascule.fallback.numerics.Lineage;
import dev.bascule.fallback.numerics.TensorComparer;
import dev.bascule.fallback.numerics.Tolerance;
import dev.bascule.fallback.runner.Fault;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.graph.Lineages;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** Runs specimens on the reference and on the target and says what they show. Belongs to one thread. */
final class Examiner {
    private static final double GROSS = 10;

    private final Trial reference;
    private final Trial target;
    private final Leeway leeway;
    private int trials;

    /** @param leeway of all values but those that a case itself tells */
    Examiner(Trial reference, Trial target, Leeway leeway) {
        this.reference = reference;
        this.target = target;
        this.leeway = leeway;
    }

    /** Both: the reference first, so that an invalid model costs the target nothing. */
    Finding examine(Specimen specimen) {
        return reference
                .run(specimen)
                .fold(outputs -> examine(specimen, outputs), fault -> new Finding.Invalid(words(fault)));
    }

    /** The target alone, against outputs that are known. */
    Finding examine(Specimen specimen, Map<String, Tensor> expected) {
        return examine(specimen, expected, leeway);
    }

    Finding examine(Specimen specimen, Map<String, Tensor> expected, Leeway own) {
        return onTarget(specimen)
                .fold(
                        outputs -> compare(outputs, expected, specimen.lineages(), own),
                        fault -> new Finding.Failing(
                                Signature.of(fault), Optional.empty(), Optional.of(fault), Map.of(), expected));
    }

    TrialOutcome onTarget(Specimen specimen) {
        trials++;
        return target.run(specimen);
    }

    TrialOutcome onReference(Specimen specimen) {
        return reference.run(specimen);
    }

    Leeway leeway() {
        return leeway;
    }

    /** How often the target was tried. */
    int trials() {
        return trials;
    }

    static Finding compare(Map<String, Tensor> got, Map<String, Tensor> expected, Lineages lineages, Leeway leeway) {
        Optional<Finding.WrongOutput> worst = Optional.empty();
        Signature.Wrong signature = new Signature.Wrong(Signature.Kind.VALUES, false);
        for (Map.Entry<String, Tensor> output : expected.entrySet()) {
            Optional<Tensor> mine = Optional.ofNullable(got.get(output.getKey()));
            Tolerance tolerance = leeway.of(output.getKey(), output.getValue(), lineages.of(output.getKey()));
            Optional<Signature.Wrong> wrong = wrong(output.getKey(), mine, output.getValue(), tolerance);
            if (wrong.isEmpty()) {
                continue;
            }
            Finding.WrongOutput found = describe(output.getKey(), mine, output.getValue(), tolerance);
            if (worst.isEmpty() || isWorse(found, worst.get())) {
                worst = Optional.of(found);
                signature = wrong.get();
            }
        }
        return worst.isEmpty()
                ? new Finding.Healthy()
                : new Finding.Failing(signature, worst, Optional.empty(), got, expected);
    }

    /**
     * In what way a value is wrong, if it is.
     *
     * @param times how many times the tolerance it may be off
     */
    Optional<Signature.Wrong> wrong(String name, Optional<Tensor> got, Tensor expected, Lineage lineage, double times) {
        return wrong(name, got, expected, leeway.of(name, expected, lineage).times(times));
    }

    private static Optional<Signature.Wrong> wrong(
            String name, Optional<Tensor> got, Tensor expected, Tolerance tolerance) {
        if (got.isEmpty()) {
            return Optional.of(new Signature.Wrong(Signature.Kind.ABSENT, true));
        }
        if (got.get().dtype() != expected.dtype()) {
            return Optional.of(new Signature.Wrong(Signature.Kind.TYPE, true));
        }
        if (!got.get().shape().equals(expected.shape())) {
            return Optional.of(new Signature.Wrong(Signature.Kind.SHAPE, true));
        }
        if (!outside(name, got.get(), expected, tolerance)) {
            return Optional.empty();
        }
        return Optional.of(
                new Signature.Wrong(Signature.Kind.VALUES, outside(name, got.get(), expected, tolerance.times(GROSS))));
    }

    private static boolean outside(String name, Tensor got, Tensor expected, Tolerance tolerance) {
        return TensorComparer.compare(name, got, expected, tolerance).outside() > 0;
    }

    private static Finding.WrongOutput describe(
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
        return new Finding.WrongOutput(name, difference, tolerance);
    }

    private static boolean isWorse(Finding.WrongOutput one, Finding.WrongOutput other) {
        return one.difference().maxAbs() > other.difference().maxAbs();
    }

    static String words(Fault fault) {
        return FaultClassifier.classify(fault).failure().message();
    }
}
