package dev.bascule.cli.select;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.cli.predict.KnownOfModel;
import dev.bascule.prediction.data.TargetKey;
import dev.bascule.prediction.predict.Prediction;
import dev.bascule.prediction.select.Foretold;
import dev.bascule.studies.select.Outlook;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class KnownOutlooksTest {
    private static final TargetKey TARGET = new TargetKey("here", "webnn/onnxruntime-web-1.29.0/cpu", 1);

    private static KnownOfModel.OfTarget cannot(boolean inferred) {
        return new KnownOfModel.OfTarget(
                new Prediction.None(TARGET, "why"),
                OptionalDouble.empty(),
                false,
                inferred ? Optional.empty() : Optional.of("why"),
                inferred ? Optional.of("why") : Optional.empty(),
                Optional.empty());
    }

    private static KnownOfModel.OfTarget measured(boolean own) {
        return new KnownOfModel.OfTarget(
                new Prediction.None(TARGET, "why"),
                OptionalDouble.of(7),
                own,
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    @Test
    void only_what_was_seen_or_declared_cannot_run_and_what_follows_from_others_is_expected_to_fail() {
        assertThat(KnownOutlooks.outlook(cannot(false))).isEqualTo(new Outlook.CannotRun("why"));
        assertThat(KnownOutlooks.outlook(cannot(true))).isEqualTo(new Outlook.ExpectedToFail("why"));
    }

    @Test
    void only_times_of_the_history_are_measured_and_others_are_told_by_data() {
        assertThat(SelectSession.foretold(measured(true)).knowledge()).isEqualTo(new Foretold.Measured(7));
        assertThat(SelectSession.foretold(measured(false)).knowledge()).isEqualTo(new Foretold.Told(7));
        assertThat(KnownOutlooks.outlook(measured(true)))
                .isInstanceOfSatisfying(
                        Outlook.Expected.class,
                        each -> assertThat(each.measured()).isTrue());
        assertThat(KnownOutlooks.outlook(measured(false)))
                .isInstanceOfSatisfying(
                        Outlook.Expected.class,
                        each -> assertThat(each.measured()).isFalse());
    }
}
