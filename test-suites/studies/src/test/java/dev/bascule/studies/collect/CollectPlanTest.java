package dev.bascule.studies.collect;

import static dev.bascule.fallback.backend.Backends.NATIVE_CPU;
import static dev.bascule.fallback.backend.Backends.WASM;
import static dev.bascule.fallback.backend.Backends.WEBGPU;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.backend.Backend;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CollectPlanTest {
    private static final CollectPlace HOME = new CollectPlace(CollectPlace.NATIVE, List.of(NATIVE_CPU));
    private static final CollectPlace BROWSER = new CollectPlace("chromium", List.of(WEBGPU, WASM));
    private static final List<String> MODELS =
            IntStream.range(0, 40).mapToObj(number -> "model-" + number).toList();
    private static final CollectWish WISH = wish(7);

    private static CollectWish wish(long seed) {
        return new CollectWish(
                MODELS, List.of(HOME, BROWSER), List.of(1, 2), 2, List.of("anchor"), Duration.ofMinutes(2), seed);
    }

    private static List<CollectSlice> plan(Map<Configuration, Integer> sessions) {
        return CollectPlan.of(WISH, sessions, Map.of(), CollectPace.UNKNOWN);
    }

    private static List<Configuration> configurations(List<CollectSlice> slices) {
        List<Configuration> all = new ArrayList<>();
        slices.forEach(slice -> slice.units()
                .forEach(unit -> unit.backends()
                        .forEach(backend -> all.add(
                                new Configuration(unit.model(), slice.place().id(), backend, slice.threads())))));
        return all;
    }

    /** As the history would be after these. */
    private static Map<Configuration, Integer> after(List<CollectSlice> slices) {
        Map<Configuration, Integer> sessions = new HashMap<>();
        configurations(slices).forEach(one -> sessions.merge(one, 1, Integer::sum));
        return sessions;
    }

    @Test
    void each_configuration_is_planned_as_often_as_wanted_and_a_gpu_does_not_care_for_threads() {
        Map<Configuration, Integer> planned = after(plan(Map.of()));

        assertThat(planned.values()).containsOnly(2);
        // Native CPU and wasm on one and on two threads, WebGPU once.
        assertThat(planned).hasSize(MODELS.size() * 5);
        assertThat(planned).doesNotContainKey(new Configuration("model-0", "chromium", WEBGPU, 2));
    }

    @Test
    void everything_is_measured_once_before_anything_is_measured_again() {
        List<Configuration> order = configurations(plan(Map.of()));
        Set<Configuration> first = new HashSet<>(order.subList(0, order.size() / 2));

        assertThat(first).hasSize(order.size() / 2);
    }

    @Test
    void a_slice_is_in_one_place_no_longer_than_wanted_and_has_the_anchors() {
        assertThat(plan(Map.of())).allSatisfy(slice -> {
            assertThat(slice.takes()).isLessThanOrEqualTo(WISH.slice());
            assertThat(slice.anchors()).containsExactly("anchor");
            assertThat(slice.cells())
                    .isEqualTo(configurations(List.of(slice)).size()
                            + 2 * slice.backends().size());
        });
    }

    @Test
    void the_plan_is_the_same_for_the_same_seed_and_another_for_another() {
        assertThat(plan(Map.of())).isEqualTo(plan(Map.of()));
        assertThat(CollectPlan.of(wish(8), Map.of(), Map.of(), CollectPace.UNKNOWN))
                .isNotEqualTo(plan(Map.of()));
    }

    @Test
    void who_goes_on_after_a_kill_measures_what_is_left_and_nothing_twice() {
        List<CollectSlice> whole = plan(Map.of());
        List<CollectSlice> done = whole.subList(0, 5);

        List<Configuration> left = configurations(plan(after(done)));

        assertThat(left)
                .hasSize(configurations(whole).size() - configurations(done).size());
        int leftOfFirst =
                configurations(whole).size() / 2 - configurations(done).size();
        assertThat(configurations(done)).doesNotContainAnyElementsOf(left.subList(0, leftOfFirst));
    }

    @Test
    void nothing_is_left_where_all_is_there() {
        assertThat(plan(after(plan(Map.of())))).isEmpty();
    }

    @Test
    void a_backend_that_a_place_does_not_have_is_not_asked_for_again() {
        List<CollectSlice> slices =
                CollectPlan.of(WISH, Map.of(), Map.of("chromium", Set.of(WEBGPU)), CollectPace.UNKNOWN);

        assertThat(configurations(slices)).extracting(Configuration::backend).doesNotContain(WEBGPU);
    }

    @Test
    void a_slice_is_cut_to_the_time_that_is_left() {
        CollectSlice slice = plan(Map.of()).get(0);

        assertThat(slice.within(Duration.ofMinutes(1)).takes()).isLessThanOrEqualTo(Duration.ofMinutes(1));
        assertThat(slice.within(Duration.ofSeconds(10)).isEmpty()).isTrue();
        assertThat(slice.without(Set.<Backend>copyOf(slice.backends())).isEmpty())
                .isTrue();
    }

    private static CollectPace webgpuAt(Duration cell) {
        return Begins.pace("chromium", WEBGPU, cell, 6);
    }

    private static List<CollectSlice> withWebGpu(List<CollectSlice> slices) {
        return slices.stream()
                .filter(slice -> slice.backends().contains(WEBGPU))
                .toList();
    }

    @Test
    void a_slow_target_has_shorter_slices_that_take_as_lengthyas_wanted() {
        List<CollectSlice> usual = withWebGpu(plan(Map.of()));
        CollectPace slow = webgpuAt(Duration.ofSeconds(20));
        List<CollectSlice> slower = withWebGpu(CollectPlan.of(WISH, Map.of(), Map.of(), slow));

        assertThat(slower).hasSizeGreaterThan(usual.size());
        assertThat(slower).allSatisfy(slice -> assertThat(slice.units()).hasSizeLessThanOrEqualTo(3));
        assertThat(configurations(CollectPlan.of(WISH, Map.of(), Map.of(), slow)))
                .as("nothing is left out, and nothing comes twice")
                .containsExactlyInAnyOrderElementsOf(configurations(plan(Map.of())));
    }

    @Test
    void a_place_whose_pace_nobody_knows_is_looked_at_with_ten_models_right_after_native_cpu() {
        CollectWish lengthy = new CollectWish(
                MODELS, List.of(HOME, BROWSER), List.of(1), 1, List.of("anchor"), Duration.ofHours(1), 7);

        List<CollectSlice> slices = CollectPlan.of(lengthy, Map.of(), Map.of(), CollectPace.UNKNOWN);
        assertThat(slices).extracting(slice -> slice.units().size()).containsExactly(10, 30, 10, 30);

        List<CollectSlice> known = CollectPlan.of(
                lengthy,
                Map.of(),
                Map.of(),
                webgpuAt(Duration.ofSeconds(1)).with(Begins.of("wasm", "chromium", WASM, Duration.ofSeconds(1), 6)));
        assertThat(known.stream().filter(slice -> !slice.place().isNative()))
                .extracting(slice -> slice.units().size())
                .containsExactly(40);
    }

    @Test
    void where_anchors_alone_take_longer_than_a_slice_as_much_else_is_measured_beside_them() {
        CollectWish slow = new CollectWish(
                MODELS,
                List.of(new CollectPlace("chromium", List.of(WEBGPU))),
                List.of(1),
                1,
                List.of("one", "another", "third"),
                Duration.ofMinutes(5),
                7);

        List<CollectSlice> slices =
                CollectPlan.of(slow, Map.of(), Map.of(), Begins.pace("chromium", WEBGPU, Duration.ofSeconds(100), 5));

        assertThat(slices).extracting(slice -> slice.units().size()).containsOnly(6, 4);
    }
}
