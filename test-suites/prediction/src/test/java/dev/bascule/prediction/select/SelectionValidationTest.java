package dev.bascule.prediction.select;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.prediction.World;
import dev.bascule.prediction.data.Observation;
import dev.bascule.prediction.data.TrainingSet;
import dev.bascule.prediction.feasible.FailedPair;
import dev.bascule.prediction.select.SelectionReport.Policy;
import dev.bascule.prediction.select.SelectionReport.Stratum;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SelectionValidationTest {
    private static World world() {
        return new World(12, 3, 0.01)
                .measured("s1", World.CPU, 1)
                .measured("s2", World.WASM, 1)
                .measured("s3", World.WEBNN, 1)
                .measured("s4", World.OTHER, 1);
    }

    private static SelectionReport validated(TrainingSet set, List<FailedPair> failures) {
        return SelectionValidation.of(set, failures, 1, activity -> {});
    }

    /** Each target's times go to other models, and to others on each target. */
    private static TrainingSet dealtOut(TrainingSet set) {
        List<Observation> dealt = new ArrayList<>();
        set.targets().keySet().forEach(target -> {
            List<Observation> own = set.observations().stream()
                    .filter(one -> one.target().equals(target))
                    .toList();
            List<Double> times =
                    new ArrayList<>(own.stream().map(Observation::millis).toList());
            Collections.shuffle(times, new Random(target.hashCode()));
            for (int i = 0; i < own.size(); i++) {
                Observation one = own.get(i);
                dealt.add(new Observation(one.model(), target, one.session(), one.at(), times.get(i)));
            }
        });
        return TrainingSet.of(List.copyOf(set.models().values()), dealt);
    }

    private static Stratum stratum(SelectionReport report, String name) {
        return report.strata().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static Policy policy(Stratum stratum, int raced) {
        return stratum.policies().stream()
                .filter(each -> each.raced() == raced)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void where_predictions_are_good_the_choice_is_the_best_and_a_race_of_all_surely_is() {
        Stratum browsers = stratum(validated(world().set(), List.of()), "browsers");
        assertThat(browsers.models()).isEqualTo(36);
        assertThat(browsers.targets()).isEqualTo(3);
        assertThat(policy(browsers, 0).outcome().hits().share()).isGreaterThan(0.9);
        assertThat(policy(browsers, 5).outcome().hits().hits()).isEqualTo(36);
        assertThat(policy(browsers, 5).outcome().meanRegret()).isLessThan(0.01);
    }

    @Test
    void of_times_that_were_dealt_out_anew_predictions_choose_worse_than_of_true_ones() {
        TrainingSet shuffled = dealtOut(world().set());
        Stratum browsers = stratum(validated(shuffled, List.of()), "browsers");
        Stratum truly = stratum(validated(world().set(), List.of()), "browsers");
        assertThat(policy(browsers, 0).outcome().meanRegret())
                .isGreaterThan(3 * policy(truly, 0).outcome().meanRegret() + 0.05);
        assertThat(policy(browsers, 5).outcome().hits().share()).isGreaterThan(0.9);
    }

    @Test
    void a_target_that_is_quick_and_wrong_for_every_third_model_is_chosen_for_none() {
        World world = world();
        List<FailedPair> failures = world.models().stream()
                .filter(model -> model.name().hashCode() % 3 == 0)
                .map(model -> new FailedPair(model, World.WEBNN))
                .toList();
        TrainingSet right = world.set()
                .observed(one -> !one.target().equals(World.WEBNN)
                        || failures.stream()
                                .noneMatch(pair -> pair.model().key().equals(one.model())));
        SelectionReport report = validated(right, failures);
        Stratum all = stratum(report, "all targets");
        assertThat(failures).isNotEmpty();
        assertThat(all.failing()).isEqualTo(failures.size());
        assertThat(all.policies())
                .allSatisfy(each -> assertThat(each.outcome().failed()).isZero());
    }

    @Test
    void native_cpu_alone_is_nothing_to_choose_among() {
        assertThat(validated(world().set(), List.of()).strata())
                .extracting(Stratum::name)
                .containsExactly("all targets", "browsers", "chromium-156 alone");
    }
}
