package dev.bascule.cli.select;

import dev.bascule.cli.predict.KnownOfModel;
import dev.bascule.prediction.predict.Interval;
import dev.bascule.prediction.predict.Prediction;
import dev.bascule.studies.select.Candidate;
import dev.bascule.studies.select.Outlook;

/**
 * What predictions and the history say of candidates.
 *
 * @param known of the model
 */
record KnownOutlooks(KnownOfModel known) implements Outlook.Source {
    /** What the machine did at the time of an earlier run may have made it so many times as slow. */
    private static final double THEN = 1.5;

    @Override
    public Outlook of(Candidate candidate) {
        if (candidate.batch() != 1) {
            return new Outlook.Unknown("predictions are of the model's own inputs");
        }
        if (candidate.configuration().changes() > 0) {
            return new Outlook.Unknown("predictions are of sessions as usual");
        }
        return known.targets().stream()
                .filter(each -> each.prediction()
                                .target()
                                .target()
                                .equals(candidate.target().id())
                        && each.prediction().target().threads() == candidate.threads())
                .findFirst()
                .map(KnownOutlooks::outlook)
                .orElseGet(() -> new Outlook.Unknown("no model was measured there"));
    }

    static Outlook outlook(KnownOfModel.OfTarget each) {
        if (each.cannot().isPresent()) {
            return new Outlook.CannotRun(each.cannot().get());
        }
        if (each.inferred().isPresent()) {
            return new Outlook.ExpectedToFail(each.inferred().get());
        }
        if (each.measured().isPresent()) {
            double millis = each.measured().getAsDouble();
            return new Outlook.Expected(millis, millis / THEN, millis * THEN, each.own());
        }
        if (each.prediction() instanceof Prediction.Time time) {
            return new Outlook.Expected(
                    time.millis(),
                    time.interval().map(Interval::low).orElse(0.0),
                    time.interval().map(Interval::high).orElse(Double.POSITIVE_INFINITY),
                    false);
        }
        return new Outlook.Unknown(((Prediction.None) each.prediction()).reason());
    }
}
