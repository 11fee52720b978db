package dev.bascule.execution.attempt;

import dev.bascule.exact.rounding.Lowering;
import dev.bascule.exact.rounding.ProductFormat;
import dev.bascule.exact.rounding.ProductKind;
import dev.bascule.execution.cases.PreparedCase;
import dev.bascule.execution.reference.Challenges;
import dev.bascule.execution.reference.References;
import dev.bascule.execution.source.Place;
import dev.bascule.fallback.attempt.Numerics;
import dev.bascule.fallback.attempt.OutputChecker;
import dev.bascule.fallback.backend.Precision;
import dev.bascule.fallback.numerics.ElementTolerance;
import dev.bascule.fallback.numerics.RoundingNoise;
import dev.bascule.fallback.numerics.Tolerance;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.Collectors;

/**
 * Says of a cell with wrong outputs whether products in less than 32 bits explain them. That alone does not make them right, for they
 * explain small faults as well: somebody asked for that precision, or the backend was seen to multiply in it, right then and in the same runner. Belongs to one
 * thread.
 */
final class NarrowProducts {
    private static final String NOW = "asked now";

    private final References references;
    private final ProductQuestions questions;

    NarrowProducts(References references, ProductQuestions questions) {
        this.references = references;
        this.questions = questions;
    }

    /**
     * What came of it.
     *
     * @param numerics what the outputs come to where narrower products explain them and may count; else empty
     * @param note what the reader should know of outputs that stay wrong
     */
    record Told(Optional<Numerics> numerics, Optional<String> note) {
        static final Told NOTHING = new Told(Optional.empty(), Optional.empty());

        private static Told note(String words) {
            return new Told(Optional.empty(), Optional.of(words));
        }
    }

    /** @param engine runs a probe where the case ran; no session is open */
    Told of(
            PreparedCase testCase,
            Place place,
            SessionUnderTest session,
            Function<PreparedCase, ProductQuestions.Answer> engine) {
        OutputChecker checker = session.checker();
        if (checker.result().ok() && !session.challenger().isWrong()) {
            return Told.NOTHING;
        }
        Set<ProductKind> kinds = references.products(testCase);
        if (kinds.isEmpty()) {
            return Told.NOTHING;
        }
        Explaining explaining = new Explaining(testCase, session);
        Optional<Precision> asked = testCase.settings().options().precision();
        List<Lowering> wanted = asked.map(NarrowProducts::asked).orElse(List.of());
        if (!wanted.isEmpty()) {
            String why = "asked for by --precision " + asked.orElseThrow().word();
            return wanted.stream()
                    .flatMap(lowering -> explaining.by(lowering, why).stream())
                    .findFirst()
                    .map(found -> new Told(Optional.of(found), Optional.empty()))
                    .orElseGet(() -> Told.note("not right for %s either, which was %s"
                            .formatted(wanted.get(wanted.size() - 1).words(), why)));
        }
        if (asked.filter(Precision.FLOAT32::equals).isPresent()) {
            return unseen("but fp32 was asked for by --precision", explaining);
        }
        MultipliedIn seen =
                MultipliedIn.of(kinds, questions.ask(operators(kinds), place.settings(testCase.settings()), engine));
        return seen.products().isEmpty() ? unseen(why(kinds, seen), explaining) : seen(seen, explaining);
    }

    private static Set<String> operators(Set<ProductKind> kinds) {
        return kinds.stream().map(ProductKind::operator).collect(Collectors.toSet());
    }

    /** What engines make of such a wish, from the narrowest deviation on: products alone, or results as well. */
    private static List<Lowering> asked(Precision precision) {
        return switch (precision) {
            case TF32 -> List.of(Lowering.ofProducts(ProductFormat.TF32));
            case FLOAT16 ->
                List.of(
                        Lowering.ofProducts(ProductFormat.FP16),
                        Lowering.ofProducts(ProductFormat.FP16).withResultsIn(ProductFormat.FP16));
            case BFLOAT16 ->
                List.of(
                        Lowering.ofProducts(ProductFormat.BF16),
                        Lowering.ofProducts(ProductFormat.BF16).withResultsIn(ProductFormat.BF16));
            case FLOAT32, INT8, INT4 -> List.of();
        };
    }

    private static Told seen(MultipliedIn seen, Explaining explaining) {
        String words = "the backend multiplies in less (%s; %s)".formatted(seen.words(), NOW);
        return explaining
                .by(seen.lowering(), words)
                .map(found -> new Told(Optional.of(found), Optional.empty()))
                .orElseGet(() -> Told.note(
                        "not right for %s either: %s".formatted(seen.lowering().words(), words)));
    }

    private static String why(Set<ProductKind> kinds, MultipliedIn seen) {
        return seen.words().isBlank()
                ? "but nothing shows that this backend multiplies in it"
                : seen.single().containsAll(kinds)
                        ? "but this backend was asked, and multiplies in fp32 (%s; %s)".formatted(seen.words(), NOW)
                        : "but this backend was asked, and does not say that it multiplies in it (%s; %s)"
                                .formatted(seen.words(), NOW);
    }

    /** Wrong as ever; where narrower products would explain it, that is said, and why it does not count. */
    private static Told unseen(String why, Explaining explaining) {
        for (ProductFormat format : List.of(ProductFormat.TF32, ProductFormat.BF16, ProductFormat.FP16)) {
            Lowering lowering = Lowering.ofProducts(format);
            if (explaining.isExplainedBy(lowering)) {
                return Told.note("would be right for %s; %s".formatted(lowering.words(), why));
            }
        }
        return Told.NOTHING;
    }

    /** Holds one session's outputs against noise. */
    private final class Explaining {
        private final PreparedCase testCase;
        private final SessionUnderTest session;

        Explaining(PreparedCase testCase, SessionUnderTest session) {
            this.testCase = testCase;
            this.session = session;
        }

        boolean isExplainedBy(Lowering lowering) {
            return numerics(lowering, "").isPresent() && isRight(lowering);
        }

        /** Outputs and answers to challenges both; the latter are judged by it from then on. */
        Optional<Numerics> by(Lowering lowering, String why) {
            return numerics(lowering, why).filter(found -> {
                boolean right = isRight(lowering);
                if (right) {
                    session.challenger().allow(narrower(lowering), hidden(lowering));
                }
                return right;
            });
        }

        private boolean isRight(Lowering lowering) {
            return session.challenger().isRightBy(narrower(lowering));
        }

        private IntFunction<Challenges.Wider> narrower(Lowering lowering) {
            Challenges challenges = references.challenges(testCase);
            List<Map<String, RoundingNoise>> noise = references.lowered(testCase, lowering);
            OutputChecker.Reference exact = session.checker().reference();
            return number -> challenges.narrower(number, exact, noise, lowering.words());
        }

        private String hidden(Lowering lowering) {
            return lowering.words() + " hide whether its outputs follow its inputs";
        }

        private Optional<Numerics> numerics(Lowering lowering, String why) {
            List<Map<String, RoundingNoise>> noise = references.lowered(testCase, lowering);
            Numerics usual = session.checker().result();
            if (noise.isEmpty()) {
                return Optional.empty();
            }
            return usual.ok()
                    ? Optional.of(onFreshInputs(usual, precision(lowering), why))
                    : session.checker().explainedBy(noise, precision(lowering), why);
        }
    }

    /** Outputs are right as they are; it is the answers to challenges that products in 32 bits do not explain. */
    private static Numerics onFreshInputs(Numerics usual, Precision precision, String why) {
        double limit = usual.tolerance().perElement() instanceof ElementTolerance.Noise noise ? noise.limit() : 0;
        return new Numerics(
                usual.reference(),
                usual.difference(),
                new Tolerance(
                        new ElementTolerance.Noise(limit, false, Optional.of(precision)),
                        "%s; on fresh inputs right by products in %s only; %s"
                                .formatted(usual.tolerance().basis(), precision.word(), why)),
                usual.checkedIterations(),
                usual.checked());
    }

    /** The narrowest of its formats. */
    private static Precision precision(Lowering lowering) {
        ProductFormat narrowest = lowering.products().values().stream()
                .max(Comparator.naturalOrder())
                .orElseThrow();
        return switch (narrowest) {
            case TF32 -> Precision.TF32;
            case FP16_INPUTS, FP16 -> Precision.FLOAT16;
            case BF16 -> Precision.BFLOAT16;
        };
    }
}
