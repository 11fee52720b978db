package dev.bascule.studies.quantization;

import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.evidence.RawEvidence;
import dev.bascule.quantization.ComputedIn;
import dev.bascule.quantization.Method;
import dev.bascule.studies.scenario.ComputedPrecision;
import java.util.Optional;

/** What the engine's record shows of the precision that a method claims: a claim alone has no credit. Stateless. */
final class PrecisionCredit {
    private PrecisionCredit() {}

    static Point.Precision of(Variant.File made, Backend backend, RawEvidence evidence) {
        if (made.method().isEmpty()) {
            return new Point.Precision(false, "float32, as it is");
        }
        Method method = made.method().orElseThrow();
        Optional<ComputedIn.Claim> claim =
                Optional.ofNullable(method.computedIn().claims().get(backend));
        if (claim.isEmpty()) {
            return new Point.Precision(false, "nothing is known of what computes there");
        }
        return switch (claim.orElseThrow().kind()) {
            case STORES -> new Point.Precision(false, "only stored so; it computes in float32");
            case DECODES -> new Point.Precision(false, "decoded as it is read; it computes in float32");
            case LACKS ->
                new Point.Precision(
                        false, "the backend is said to lack it; what ran in its place is told by placement");
            case COMPUTES -> shown(made, evidence);
        };
    }

    private static Point.Precision shown(Variant.File made, RawEvidence evidence) {
        Optional<String> doubt = ComputedPrecision.of(evidence).doubt(made.integers());
        return doubt.map(why -> new Point.Precision(false, "not shown to compute in it: " + why))
                .orElseGet(() -> new Point.Precision(
                        true,
                        made.integers()
                                ? "the engine's record shows products of integers"
                                : "the engine's record shows no Cast that it put in"));
    }
}
