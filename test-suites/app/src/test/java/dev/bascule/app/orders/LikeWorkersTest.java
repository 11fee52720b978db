package dev.bascule.app.orders;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.scheduling.job.Requirement;
import dev.bascule.scheduling.worker.Inventory;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LikeWorkersTest {
    private static final Requirement WASM = new Requirement.Backend("wasm");
    private static final LikeWorkers.Asked IN_BROWSERS = new LikeWorkers.Asked(WASM, true, Set.of());
    private static final LikeWorkers.Asked NATIVE =
            new LikeWorkers.Asked(new Requirement.Backend("cpu"), false, Set.of());

    private static Inventory worker(String os, Map<String, String> browsers) {
        return Inventory.of(
                os,
                "x86_64",
                "a processor",
                2,
                8L << 30,
                Map.of("wasm", "session", "cpu", "session"),
                browsers,
                List.of(),
                Set.of());
    }

    @Test
    void like_workers_are_asked_for_nothing_more() {
        Inventory one = worker("linux", Map.of("chrome", "153.0.1"));

        assertThat(new LikeWorkers(List.of(one, one)).narrowed(List.of(IN_BROWSERS, NATIVE)))
                .containsExactly(WASM, NATIVE.where());
        assertThat(new LikeWorkers(List.of()).narrowed(List.of(IN_BROWSERS))).containsExactly(WASM);
    }

    @Test
    void jobs_in_browsers_go_to_the_version_that_most_have_and_native_ones_to_all() {
        Inventory newer = worker("linux", Map.of("chrome", "153.0.1"));
        Inventory older = worker("linux", Map.of("chrome", "152.0.9"));

        List<Requirement> asked = new LikeWorkers(List.of(older, newer, newer)).narrowed(List.of(IN_BROWSERS, NATIVE));

        assertThat(asked.get(0).metBy(newer)).isTrue();
        assertThat(asked.get(0).metBy(older)).isFalse();
        assertThat(asked.get(0).text()).contains("chrome=153.0.1");
        assertThat(asked.get(1)).isEqualTo(NATIVE.where());
    }

    @Test
    void another_browser_is_another_column_that_the_others_would_lack() {
        Inventory one = worker("linux", Map.of("chrome", "153.0.1"));
        Inventory two = worker("linux", Map.of("chrome", "153.0.1", "firefox", "140.0"));

        Requirement asked = new LikeWorkers(List.of(one, one, two))
                .narrowed(List.of(IN_BROWSERS))
                .get(0);

        assertThat(asked.metBy(one)).isTrue();
        assertThat(asked.metBy(two)).isFalse();
        assertThat(new LikeWorkers(List.of(one, one, two))
                        .narrowed(List.of(new LikeWorkers.Asked(WASM, true, Set.of("chrome")))))
                .as("only the browsers that were named count")
                .containsExactly(WASM);
    }

    @Test
    void of_several_systems_the_one_that_can_do_all_is_taken() {
        Inventory linux = worker("linux", Map.of("chrome", "153.0.1"));
        Inventory windows = worker("windows", Map.of("chrome", "153.0.1"));

        List<Requirement> asked =
                new LikeWorkers(List.of(windows, linux, linux)).narrowed(List.of(IN_BROWSERS, NATIVE));

        assertThat(asked).allSatisfy(one -> {
            assertThat(one.metBy(linux)).isTrue();
            assertThat(one.metBy(windows)).isFalse();
        });
    }
}
