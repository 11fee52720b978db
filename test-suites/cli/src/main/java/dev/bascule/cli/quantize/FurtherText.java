package dev.bascule.cli.quantize;

import dev.bascule.cli.output.TextTable;
import dev.bascule.fallback.measure.Interval;
import dev.bascule.studies.quantization.FurtherFigures;
import dev.bascule.studies.quantization.Judged;
import dev.bascule.studies.quantization.Loss;
import dev.bascule.studies.quantization.PairedLoss;
import dev.bascule.studies.quantization.TargetJudge;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/** What {@code quantize} says of texts and of vectors, in a table of their own. Stateless. */
final class FurtherText {
    private static final String NONE = "-";

    private FurtherText() {}

    /** Empty where nothing of it is known. */
    static String of(TargetJudge.Verdict target) {
        List<Judged> known = target.judged().stream()
                .filter(each -> FurtherFigures.of(each.point()).isKnown())
                .toList();
        if (known.isEmpty()) {
            return "";
        }
        // Not by what is lost: of that nothing is known where the unquantised model is missing.
        boolean text = known.stream()
                .anyMatch(each -> FurtherFigures.of(each.point()).perplexity().isPresent());
        boolean byNats = target.loss().filter(Loss.NEXT_TOKEN::equals).isPresent();
        TextTable table = text
                ? new TextTable("variant", "perplexity", "more (95 %)", "same next token", "KL")
                : new TextTable("variant", "cosine", "same nearest", "order lost (95 %)");
        known.forEach(each -> table.row(text ? text(each, byNats) : vectors(each)));
        return table.toString();
    }

    private static String[] text(Judged judged, boolean byNats) {
        return new String[] {
            judged.point().variant(),
            number("%.2f", FurtherFigures.of(judged.point()).perplexity()),
            judged.figures()
                    .loss()
                    .filter(nats -> byNats)
                    .map(FurtherText::growth)
                    .orElse(NONE),
            share(judged.figures().agreement()),
            number("%.2g", judged.figures().divergence())
        };
    }

    private static String[] vectors(Judged judged) {
        FurtherFigures figures = FurtherFigures.of(judged.point());
        return new String[] {
            judged.point().variant(),
            number("%.5f", figures.cosine()),
            share(judged.figures().agreement()),
            figures.ranks()
                    .map(lost -> text("%.4f", lost.difference()) + ends("%.4f", lost.ci95()))
                    .orElse(NONE)
        };
    }

    /** Of the perplexity, by the difference of mean losses. */
    private static String growth(PairedLoss nats) {
        return text("%.2f %%", percent(nats.difference()))
                + ends("%.2f", nats.ci95().map(ci -> new Interval(percent(ci.low()), percent(ci.high()))));
    }

    private static double percent(double nats) {
        return 100 * Math.expm1(nats);
    }

    private static String ends(String format, Optional<Interval> ci95) {
        return ci95.map(ci -> " (%s to %s)".formatted(text(format, ci.low()), text(format, ci.high())))
                .orElse("");
    }

    private static String share(OptionalDouble share) {
        return share.isPresent() ? text("%.1f %%", 100 * share.getAsDouble()) : NONE;
    }

    private static String number(String format, OptionalDouble figure) {
        return figure.isPresent() ? text(format, figure.getAsDouble()) : NONE;
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
