package dev.bascule.benchmark;

import dev.bascule.exact.rounding.Lowering;
import dev.bascule.exact.rounding.ProductFormat;
import dev.bascule.execution.JobIds;
import dev.bascule.execution.TimeBreakdown;
import dev.bascule.execution.cases.PreparedCase;
import dev.bascule.execution.reference.References;
import dev.bascule.execution.source.RunnerSource;
import dev.bascule.fallback.attempt.Numerics;
import dev.bascule.fallback.attempt.OutputChecker;
import dev.bascule.fallback.attempt.OutputChecker.Reference;
import dev.bascule.fallback.job.Outputs;
import dev.bascule.fallback.numerics.RoundingNoise;
import dev.bascule.fallback.numerics.Tolerance;
import dev.bascule.suites.setting.ReferenceKind;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The rules whose power is compared: each judges the same outputs. */
enum PowerRule {
    /** The exact reference, and what the noise of rounding makes of it. */
    EXACT("exact"),
    /** The rule before that: native CPU without optimisation, what rounding may come to, and its spread. */
    BEFORE("before"),
    /** What ONNX's own tests allow around the exact reference. */
    ONNX("ONNX"),
    /** The exact reference, for a backend that multiplies 32-bit floats in TF32. */
    TF32("tf32"),
    /** The same for one that does in bfloat16. */
    BF16("bf16");

    private static final long ENTROPY = 42;

    private final String title;

    PowerRule(String title) {
        this.title = title;
    }

    String title() {
        return title;
    }

    /** What each of them holds this case's outputs against. */
    static Map<PowerRule, Reference> references(PreparedCase testCase, RunnerSource natives, Duration limit) {
        References known = fresh(natives, limit);
        Reference exact = reference(testCase, ReferenceKind.EXACT, known);
        if (exact.kind() != Numerics.Reference.EXACT) {
            throw new IllegalStateException("%s has no exact reference".formatted(testCase.id()));
        }
        Map<PowerRule, Reference> references = new EnumMap<>(PowerRule.class);
        references.put(EXACT, exact);
        // References remember by case, so each kind has its own.
        references.put(BEFORE, reference(testCase, ReferenceKind.CPU, fresh(natives, limit)));
        references.put(
                ONNX,
                new Reference(
                        exact.kind(),
                        exact.steps(),
                        exact.notJudged(),
                        (output, dtype) -> Tolerance.onnxBackendTest(dtype)));
        references.put(TF32, lowered(exact, known.lowered(testCase, Lowering.ofProducts(ProductFormat.TF32))));
        references.put(BF16, lowered(exact, known.lowered(testCase, Lowering.ofProducts(ProductFormat.BF16))));
        return references;
    }

    private static Reference lowered(Reference exact, List<Map<String, RoundingNoise>> noise) {
        if (noise.isEmpty()) {
            throw new IllegalStateException("nothing is known of products in less");
        }
        return new Reference(exact.kind(), exact.steps(), exact.notJudged(), exact.rule(), noise);
    }

    private static References fresh(RunnerSource natives, Duration limit) {
        return new References(natives, limit, new JobIds(), new TimeBreakdown(), ENTROPY);
    }

    /** The case's exact reference, or what stands for it. */
    static Reference exact(PreparedCase testCase, RunnerSource natives, Duration limit) {
        return reference(testCase, ReferenceKind.EXACT, fresh(natives, limit));
    }

    private static Reference reference(PreparedCase testCase, ReferenceKind kind, References references) {
        PreparedCase asked = new PreparedCase(
                testCase.id(),
                testCase.model(),
                testCase.artifact(),
                testCase.outputs(),
                testCase.lineages(),
                testCase.feeding(),
                testCase.settings(),
                new PreparedCase.Answers(Optional.empty(), List.of(), kind),
                testCase.notes());
        if (references.of(asked) instanceof References.Found.Known known) {
            return known.reference();
        }
        throw new IllegalStateException("%s has no reference of kind %s".formatted(testCase.id(), kind));
    }

    /** Whether outputs are wrong by a reference. */
    static boolean isWrong(Reference reference, Outputs outputs, long steps) {
        OutputChecker checker = new OutputChecker(reference);
        checker.requireAll(outputs);
        checker.check(outputs, steps);
        return !checker.result().ok();
    }
}
