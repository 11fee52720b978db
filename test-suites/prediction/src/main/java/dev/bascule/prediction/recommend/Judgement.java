package dev.bascule.prediction.recommend;

import dev.bascule.fallback.measure.Summary;
import dev.bascule.prediction.recommend.Quantity.Unit;
import dev.bascule.reports.format.Figures;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a candidate comes to within limits. Immutable.
 *
 * @param tightest the limit that it takes most of; empty where a figure is unknown, or it does not run
 * @param reasons why it is no fit: of limits that it breaks or may break, then of figures that are unknown; none of a fit
 * @param remedies what would settle these; none of what is known
 */
public record Judgement(
        Candidate candidate, Fit fit, Optional<Tightest> tightest, List<String> reasons, List<Remedy> remedies) {

    /**
     * The limit that most is taken of.
     *
     * @param share of the limit; of a predicted figure what it is hardly beyond counts
     */
    public record Tightest(Quantity quantity, double share) {}

    public Judgement {
        reasons = List.copyOf(reasons);
        remedies = List.copyOf(remedies);
    }

    /** Judges by the worst limit: one that is broken counts before one that is unknown, and that before one that may be broken. */
    public static Judgement of(Candidate candidate, List<Limit> limits) {
        if (candidate.standing() instanceof Standing.Fails fails) {
            return new Judgement(
                    candidate,
                    Fit.DOES_NOT_RUN,
                    Optional.empty(),
                    List.of(fails.message().isBlank() ? fails.how() : fails.how() + ": " + fails.message()),
                    List.of());
        }
        Fit worst = Fit.MEASURED;
        List<String> reasons = new ArrayList<>();
        Map<String, String> unknowns = new LinkedHashMap<>();
        List<Remedy> remedies = new ArrayList<>();
        Optional<Tightest> tightest = Optional.empty();
        boolean known = true;
        for (Limit limit : limits) {
            Figure figure = candidate
                    .figure(limit.quantity())
                    .orElseThrow(() -> new IllegalArgumentException(
                            "nobody looked for its " + limit.quantity().word()));
            Fit fit = fit(figure, limit);
            worst = worse(worst, fit);
            why(figure, fit, limit).ifPresent(reasons::add);
            if (figure instanceof Figure.Unknown unknown) {
                unknowns.merge(unknown.reason(), limit.quantity().word(), (one, other) -> one + ", " + other);
                remedies.add(unknown.remedy());
                known = false;
            } else {
                if (fit == Fit.MAY_FIT) {
                    remedies.add(settling(candidate, figure, limit.quantity()));
                }
                double share = atMost(figure) / limit.most();
                if (tightest.isEmpty() || share > tightest.get().share()) {
                    tightest = Optional.of(new Tightest(limit.quantity(), share));
                }
            }
        }
        unknowns.forEach((reason, words) -> reasons.add(words + ": " + reason));
        if (candidate.standing() instanceof Standing.Doubtful doubtful) {
            worst = worse(worst, Fit.MAY_FIT);
            reasons.add(doubtful.reason());
            remedies.add(doubtful.settled());
        } else if (candidate.standing() instanceof Standing.Unmeasured) {
            worst = worse(worst, Fit.PREDICTED);
        }
        return new Judgement(
                candidate,
                worst,
                known ? tightest : Optional.empty(),
                reasons,
                worst == Fit.TOO_MUCH ? List.of() : Remedy.fewest(remedies));
    }

    private static Remedy settling(Candidate candidate, Figure figure, Quantity quantity) {
        if (figure instanceof Figure.Measured) {
            return candidate.measuring().oneByOne();
        }
        return quantity.percentile().isPresent()
                ? candidate
                        .measuring()
                        .withSamples(Summary.needed(quantity.percentile().getAsDouble()))
                : candidate.measuring();
    }

    private static Fit worse(Fit one, Fit other) {
        return one.compareTo(other) >= 0 ? one : other;
    }

    /** How a figure stands to its limit, whatever else is known. */
    static Fit fit(Figure figure, Limit limit) {
        if (figure instanceof Figure.Measured measured) {
            return measured.value() <= limit.most()
                    ? Fit.MEASURED
                    : measured.least() <= limit.most() ? Fit.MAY_FIT : Fit.TOO_MUCH;
        }
        if (figure instanceof Figure.Predicted predicted) {
            return predicted.high() <= limit.most()
                    ? Fit.PREDICTED
                    : predicted.low() <= limit.most() ? Fit.MAY_FIT : Fit.TOO_MUCH;
        }
        return Fit.UNKNOWN;
    }

    private static double atMost(Figure figure) {
        return figure instanceof Figure.Measured measured
                ? measured.value()
                : figure instanceof Figure.Predicted predicted ? predicted.high() : Double.NaN;
    }

    private static Optional<String> why(Figure figure, Fit fit, Limit limit) {
        String word = limit.quantity().word();
        Unit unit = limit.quantity().unit();
        if (figure instanceof Figure.Predicted predicted && fit != Fit.PREDICTED) {
            return Optional.of(
                    "%s %s to %s predicted".formatted(word, text(predicted.low(), unit), text(predicted.high(), unit)));
        }
        if (figure instanceof Figure.Measured measured && fit == Fit.MAY_FIT) {
            return Optional.of("%s %s measured after other models, alone at least %s"
                    .formatted(word, text(measured.value(), unit), text(measured.least(), unit)));
        }
        return fit == Fit.TOO_MUCH
                ? Optional.of("%s %s measured".formatted(word, text(atMost(figure), unit)))
                : Optional.empty();
    }

    /** A figure for people. */
    public static String text(double value, Unit unit) {
        return unit == Unit.BYTES ? Figures.bytes(Math.round(value)) : Figures.millis(value);
    }
}
