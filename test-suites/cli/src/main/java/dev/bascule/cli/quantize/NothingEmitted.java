package dev.bascule.cli.quantize;

import dev.bascule.studies.quantization.QuantizationReport;
import dev.bascule.studies.quantization.QuantizationRequest;
import dev.bascule.studies.quantization.QuantizationRequest.Emission;
import dev.bascule.studies.quantization.Recommendation;
import dev.bascule.studies.quantization.TargetJudge;
import dev.bascule.studies.quantization.Variant;
import java.util.Optional;
import java.util.stream.Collectors;

/** Why {@code --emit best} wrote no file. Stateless. */
final class NothingEmitted {
    private NothingEmitted() {}

    /** Empty where it wrote one, and where nobody asked for the best. */
    static Optional<String> words(QuantizationRequest request, QuantizationReport report) {
        return request.emit()
                .filter(wanted ->
                        wanted.which().equals(Emission.BEST) && report.emitted().isEmpty())
                .map(wanted ->
                        "--emit best wrote nothing, for no smaller model is advised (%s): --emit all, or a method's name, writes what was made"
                                .formatted(
                                        report.targets().isEmpty()
                                                ? "nothing was measured"
                                                : report.targets().stream()
                                                        .map(NothingEmitted::why)
                                                        .collect(Collectors.joining("; "))));
    }

    private static String why(TargetJudge.Verdict target) {
        Recommendation advice = target.advice();
        String why = advice.variant().isEmpty()
                ? "nothing is advised"
                : !advice.keeps()
                        ? "nothing surely keeps the budget"
                        : advice.variant().equals(Optional.of(Variant.ORIGINAL))
                                ? "the model is to be kept as it is"
                                : "%s was not written"
                                        .formatted(advice.variant().orElseThrow());
        return target.target() + ": " + why;
    }
}
