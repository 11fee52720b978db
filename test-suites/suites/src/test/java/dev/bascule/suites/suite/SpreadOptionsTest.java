package dev.bascule.suites.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.backend.BackendDevice;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.error.BasculeException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpreadOptionsTest {
    private static final LayeredSetting<List<ScenarioKind>> NO_KINDS =
            new LayeredSetting<>(Optional.empty(), List.of());
    private static final LayeredSetting<Integer> CYCLES = new LayeredSetting<>(Optional.empty(), 30);

    @Test
    void naming_devices_asks_for_the_scenario() {
        SpreadOptions spread = new SpreadOptions(
                Optional.of(List.of(BackendDevice.of(Backends.NATIVE_CPU), BackendDevice.of(Backends.OPENVINO))),
                Optional.of("0.5"),
                Optional.empty(),
                new LayeredSetting<>(Optional.empty(), 100));
        assertThat(new ScenarioOptions(NO_KINDS, CYCLES, spread).around(Optional.empty()))
                .containsExactly(new ScenarioSpec(
                        ScenarioKind.SPLIT,
                        ScenarioKind.SPLIT.usualCount(),
                        List.of(BackendDevice.of(Backends.NATIVE_CPU), BackendDevice.of(Backends.OPENVINO)),
                        "0.5"));
        assertThat(spread.named()).containsExactly(Backends.NATIVE_CPU, Backends.OPENVINO);
    }

    @Test
    void what_is_said_for_this_invocation_stands_above_the_suite() {
        ScenarioEntry suite = new ScenarioEntry(
                ScenarioKind.REPLICAS,
                Optional.of(40),
                List.of(BackendDevice.of(Backends.NATIVE_CPU), BackendDevice.of(Backends.OPENVINO)),
                Optional.empty());
        SpreadOptions spread = new SpreadOptions(
                Optional.empty(),
                Optional.empty(),
                Optional.of(List.of(BackendDevice.of(Backends.NATIVE_CPU), BackendDevice.of(Backends.NATIVE_CPU))),
                new LayeredSetting<>(Optional.of(500), 100));
        assertThat(new ScenarioOptions(NO_KINDS, CYCLES, spread).around(Optional.of(List.of(suite))))
                .containsExactly(new ScenarioSpec(
                        ScenarioKind.REPLICAS,
                        500,
                        List.of(BackendDevice.of(Backends.NATIVE_CPU), BackendDevice.of(Backends.NATIVE_CPU)),
                        ScenarioSpec.AUTO));
        assertThat(new ScenarioOptions(NO_KINDS, CYCLES).around(Optional.of(List.of(suite))))
                .containsExactly(new ScenarioSpec(ScenarioKind.REPLICAS, 40, suite.over(), ScenarioSpec.AUTO));
    }

    @Test
    void a_device_is_a_backend_with_or_without_an_index() {
        assertThat(SuiteWords.device(" cuda:1", "--replicas"))
                .isEqualTo(new BackendDevice(Backends.CUDA, OptionalInt.of(1)))
                .hasToString("cuda:1");
        assertThat(SuiteWords.device("cpu", "--replicas"))
                .isEqualTo(BackendDevice.of(Backends.NATIVE_CPU))
                .hasToString("cpu");
    }

    @ParameterizedTest
    @CsvSource({
        "cuda:x, --split: there is no backend called 'cuda:x'",
        "cuda:, --split: there is no backend called 'cuda:'",
        "cuda:-1, --split: there is no backend called 'cuda:-1'",
        "cuda:1000, --split: there is no backend called 'cuda:1000'",
        "cuda:0:1, --split: there is no backend called 'cuda:0:1'",
        "cud:1, --split: there is no backend called 'cud'; did you mean 'cuda'?",
        "wasm:0, 'wasm:0 names a device by its index, and a browser picks its device itself'"
    })
    void what_is_no_device_is_refused(String word, String message) {
        assertThatThrownBy(() -> SuiteWords.device(word, "--split"))
                .isInstanceOf(BasculeException.class)
                .hasMessageStartingWith(message);
    }

    @Test
    void devices_of_one_backend_are_one_column_of_it() {
        SpreadOptions spread = new SpreadOptions(
                Optional.empty(),
                Optional.empty(),
                Optional.of(List.of(
                        new BackendDevice(Backends.CUDA, OptionalInt.of(0)),
                        new BackendDevice(Backends.CUDA, OptionalInt.of(1)))),
                new LayeredSetting<>(Optional.empty(), 100));
        assertThat(spread.named()).containsExactly(Backends.CUDA);
    }

    @Test
    void one_on_several_devices_without_their_names_says_how_to_name_them() {
        LayeredSetting<List<ScenarioKind>> split =
                new LayeredSetting<>(Optional.of(List.of(ScenarioKind.SPLIT)), List.of());
        assertThatThrownBy(() -> new ScenarioOptions(split, CYCLES).around(Optional.empty()))
                .isInstanceOfSatisfying(
                        BasculeException.class,
                        e -> assertThat(e.failure().remedies())
                                .anyMatch(remedy -> remedy.contains("--split cpu,openvino")));
    }
}
