package dev.bascule.studies.quantization;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.measure.Interval;
import java.util.Collections;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class FewestSamplesTest {
    private static final Point BASE = Points.of(Variant.ORIGINAL, 4, 1, 1_000_000);

    @Test
    void one_sample_less_does_not_keep_a_limit_of_accuracy_and_so_many_do_by_the_interval_that_judges() {
        for (double most : new double[] {0.002, 0.005, 0.01, 0.05}) {
            int n = new FewestSamples(Loss.ACCURACY, BASE, most).count().orElseThrow();

            assertThat(upper(Loss.ACCURACY, answering(n, right()))).isLessThanOrEqualTo(most);
            assertThat(upper(Loss.ACCURACY, answering(n - 1, right()))).isGreaterThan(most);
        }
        assertThat(new FewestSamples(Loss.ACCURACY, BASE, 0.005).count()).hasValue(553);
    }

    @Test
    void of_answers_of_several_places_fewer_samples_do() {
        Point base = answering(200, places(20));
        int n = new FewestSamples(Loss.AGREEMENT, base, 0.005).count().orElseThrow();

        assertThat(n).isLessThan(553);
        assertThat(upper(Loss.AGREEMENT, answering(n, places(20)))).isLessThanOrEqualTo(0.005);
        assertThat(upper(Loss.AGREEMENT, answering(n - 1, places(20)))).isGreaterThan(0.005);
    }

    @Test
    void no_number_of_samples_shows_that_nothing_at_all_is_lost() {
        FewestSamples nothing = new FewestSamples(Loss.ACCURACY, BASE, 0);

        assertThat(nothing.count()).isEqualTo(OptionalInt.empty());
        assertThat(nothing.words())
                .hasValueSatisfying(words -> assertThat(words)
                        .contains("200 samples are too few for accuracy=0%")
                        .endsWith("no number of samples is enough for it, a wider limit is needed."));
    }

    @Test
    void enough_samples_are_told_nothing_and_one_too_few_is() {
        assertThat(new FewestSamples(Loss.ACCURACY, answering(553, right()), 0.005).words())
                .isEmpty();
        assertThat(new FewestSamples(Loss.ACCURACY, answering(552, right()), 0.005).words())
                .contains(
                        "552 samples are too few for accuracy=0.5%: where not one answer differs, the interval of what is"
                                + " lost still reaches 0.500 points; 553 at least are needed, if the data has them (--samples 553),"
                                + " or a wider limit.");
        assertThat(new FewestSamples(Loss.NEXT_TOKEN, answering(8, right()), 0.005).words())
                .isEmpty();
        assertThat(new FewestSamples(Loss.NEXT_TOKEN, answering(7, right()), 0.005).words())
                .hasValueSatisfying(words -> assertThat(words).contains("there is no interval; 8 at least"));
    }

    /** Of a variant that answers just as the model does. */
    private static double upper(Loss loss, Point point) {
        return loss.paired(point, point)
                .flatMap(PairedLoss::ci95)
                .map(Interval::high)
                .orElseThrow();
    }

    private static Point answering(int samples, SampleAnswer answer) {
        return Points.answering(BASE, Collections.nCopies(samples, answer));
    }

    private static SampleAnswer right() {
        return BASE.answers().get(Points.SAMPLES - 1);
    }

    private static SampleAnswer places(int places) {
        return right().of(places);
    }
}
