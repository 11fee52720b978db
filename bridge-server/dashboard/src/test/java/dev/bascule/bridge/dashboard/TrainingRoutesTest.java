package dev.bascule.bridge.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.bridge.dashboard.DashboardHarness.Answer;
import dev.bascule.bridge.dashboard.DashboardHarness.Browser;
import dev.bascule.bridge.dashboard.access.AccessPolicy;
import dev.bascule.reports.fixture.Trainings;
import dev.bascule.reports.training.TrainingRun;
import dev.bascule.reports.training.TrainingStep;
import java.net.http.HttpRequest;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Trainings are listed, shown with curves of bounded size, and held against each other; speed is of what is right alone. */
class TrainingRoutesTest {
    @TempDir
    Path folder;

    private static TrainingRun longer(TrainingRun run, int number, long steps) {
        return new TrainingRun(
                new TrainingRun.Key(run.key().command(), number),
                run.at(),
                run.product(),
                run.place(),
                run.task(),
                run.found(),
                LongStream.rangeClosed(1, steps)
                        .mapToObj(step -> new TrainingStep(
                                step,
                                step == steps ? Double.NaN : 1.0 / step,
                                OptionalDouble.of(1),
                                OptionalDouble.of(3)))
                        .toList(),
                run.evaluations(),
                run.layers(),
                false);
    }

    @Test
    void they_are_listed_the_newest_first_and_page_by_page() {
        try (DashboardHarness harness = DashboardHarness.start(folder)) {
            harness.history.keepTrainings(List.of(Trainings.right("t1", 1, "wasm"), Trainings.wrong("t1", 2, "cpu")));
            harness.history.keepTrainings(
                    List.of(Trainings.wrong("t2", 1, "wasm").asImported()));
            JsonNode all = harness.browser().get("/trainings").json();
            assertThat(all.path("trainings")).hasSize(2);
            assertThat(all.at("/trainings/0/id").asText()).isEqualTo("t2");
            assertThat(all.at("/trainings/0/accuracies").isNull()).isTrue();
            assertThat(all.at("/trainings/0/imported").asBoolean()).isTrue();
            assertThat(all.at("/trainings/1/imported").asBoolean(true)).isFalse();
            assertThat(all.at("/trainings/1/verdicts/PASS").asInt()).isEqualTo(1);
            assertThat(all.at("/trainings/1/accuracies/most").asDouble()).isEqualTo(337 / 359.0);
            JsonNode second = harness.browser().get("/trainings?size=1&page=2").json();
            assertThat(second.at("/trainings/0/id").asText()).isEqualTo("t1");
            assertThat(second.at("/page/pages").asInt()).isEqualTo(2);
        }
    }

    @Test
    void replicas_are_one_training_with_all_their_places() {
        try (DashboardHarness harness = DashboardHarness.start(folder)) {
            harness.history.keepTrainings(List.of(Trainings.pooled("t1", 1)));
            assertThat(harness.browser()
                            .get("/trainings")
                            .json()
                            .at("/trainings/0/backends/0")
                            .asText())
                    .isEqualTo("3 replicas (wasm, wasm, cpu elsewhere)");
            JsonNode run = harness.browser().get("/trainings/t1").json().at("/runs/0");
            assertThat(run.path("replicas")).hasSize(3);
            assertThat(run.path("chain").isNull()).isTrue();
            assertThat(run.at("/replicas/0/proof").asText()).isEqualTo("PROVEN");
            assertThat(run.at("/replicas/2/samples").asInt()).isEqualTo(8);
            assertThat(run.at("/replicas/2/proof").isNull()).isTrue();
            assertThat(run.at("/replicas/2/elsewhere").asText()).isEqualTo("w1");
            assertThat(run.at("/replicas/1/elsewhere").isNull()).isTrue();
        }
    }

    @Test
    void a_curve_has_no_more_points_than_asked_for_and_always_the_last() {
        try (DashboardHarness harness = DashboardHarness.start(folder)) {
            harness.history.keepTrainings(List.of(
                    longer(Trainings.right("t1", 1, "wasm"), 1, 1_001),
                    longer(Trainings.wrong("t1", 2, "cpu"), 2, 1_001),
                    Trainings.fell("t1", 3, "webnn", "no kernel")));
            JsonNode all = harness.browser().get("/trainings/t1?points=100").json();
            JsonNode curve = all.at("/runs/0/curve");
            assertThat(curve.path("every").asInt()).isEqualTo(11);
            assertThat(curve.path("points")).hasSize(92);
            assertThat(curve.at("/points/91/step").asInt()).isEqualTo(1_001);
            assertThat(curve.at("/points/91/loss").isNull()).as("no number").isTrue();
            assertThat(curve.at("/points/1/ms").asDouble()).isEqualTo(3);
            assertThat(all.at("/runs/0/steps").asInt()).isEqualTo(1_001);
            assertThat(all.at("/runs/0/samplesPerSecond").asDouble()).isEqualTo(8_000);
            assertThat(all.at("/runs/1/curve/points/1/ms").isNull())
                    .as("wrong, so without a time")
                    .isTrue();
            assertThat(all.at("/runs/1/samplesPerSecond").isNull()).isTrue();
            assertThat(all.at("/runs/1/layers/1/furthest").isNull())
                    .as("infinite")
                    .isTrue();
            assertThat(all.at("/runs/2/failure").asText()).isEqualTo("no kernel");
            assertThat(harness.browser().get("/trainings/t1?points=1").code()).isEqualTo("BAD_REQUEST");
            assertThat(harness.browser().get("/trainings/t9").code()).isEqualTo("NOT_FOUND");
        }
    }

    @Test
    void of_many_trainings_each_has_the_fewer_points() {
        try (DashboardHarness harness = DashboardHarness.start(folder)) {
            harness.history.keepTrainings(IntStream.rangeClosed(1, 400)
                    .mapToObj(number -> longer(Trainings.right("t1", number, "wasm"), number, 300))
                    .toList());
            JsonNode all = harness.browser().get("/trainings/t1?points=2000").json();
            assertThat(all.path("runs"))
                    .hasSize(400)
                    .allSatisfy(run -> assertThat(run.at("/curve/points")).hasSizeLessThanOrEqualTo(101));
        }
    }

    @Test
    void two_are_held_against_each_other_and_what_cannot_be_is_refused() {
        try (DashboardHarness harness = DashboardHarness.start(folder)) {
            harness.history.keepTrainings(List.of(Trainings.right("t1", 1, "wasm")));
            harness.history.keepTrainings(List.of(Trainings.wrong("t2", 1, "wasm")));
            harness.history.keepTrainings(List.of(Trainings.right("t3", 1, "cpu")));
            Browser visitor = harness.browser();
            JsonNode worse =
                    visitor.get("/trainings/t1/comparison?candidate=t2").json();
            assertThat(worse.path("regressions")).hasSize(1);
            assertThat(worse.at("/places/0/pairs/0/change").asText()).isEqualTo("correctness");
            assertThat(visitor.get("/trainings/t1/comparison?candidate=t3").code())
                    .isEqualTo("NOTHING_SELECTED_TO_RUN");
            assertThat(visitor.get("/trainings/t1/comparison?candidate=t9").code())
                    .isEqualTo("NOT_FOUND");
            assertThat(visitor.get("/trainings/t1/comparison?candidate=t2&target=95")
                            .code())
                    .isEqualTo("BAD_REQUEST");
            assertThat(visitor.get("/trainings/t1/comparison").code()).isEqualTo("BAD_REQUEST");
            assertThat(visitor.get("/trainings/t1/comparison?candidate=t1").code())
                    .as("itself")
                    .isEqualTo("BAD_REQUEST");
        }
    }

    @Test
    void what_a_client_has_holds_until_another_training_is_kept() {
        try (DashboardHarness harness = DashboardHarness.start(folder)) {
            harness.history.keepTrainings(List.of(Trainings.right("t1", 1, "wasm")));
            Browser visitor = harness.browser();
            Answer first = visitor.get("/trainings");
            HttpRequest.Builder again =
                    HttpRequest.newBuilder(harness.api("/trainings")).header("If-None-Match", first.header("ETag"));
            assertThat(visitor.send(again).status()).isEqualTo(304);
            harness.history.keepTrainings(List.of(Trainings.right("t2", 1, "wasm")));
            assertThat(visitor.send(again).status()).isEqualTo(200);
        }
    }

    @Test
    void where_only_who_is_signed_in_may_read_visitors_get_none() {
        DashboardHarness.Setup setup = new DashboardHarness.Setup().policy(new AccessPolicy(false, true));
        try (DashboardHarness harness = DashboardHarness.start(folder, setup)) {
            assertThat(harness.browser().get("/trainings").code()).isEqualTo("SIGN_IN_REQUIRED");
            assertThat(harness.browser().get("/trainings/t1").code()).isEqualTo("SIGN_IN_REQUIRED");
            assertThat(harness.browser().signedIn().get("/trainings").status()).isEqualTo(200);
        }
    }
}
