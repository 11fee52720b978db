package dev.bascule.bridge.flags;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.bridge.discovery.BrowserEngine;
import dev.bascule.bridge.flags.BrowserFlags.Purpose;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FlagSetTest {

    @Test
    void several_lists_of_features_become_one() {
        FlagSet merged = FlagSet.of("--enable-features=A,B", "--enable-features=B,C")
                .and(FlagSet.of("--enable-features=D", "--disable-features=E"))
                .and(FlagSet.of("--disable-features=F"));
        assertThat(merged.arguments()).containsExactly("--enable-features=A,B,C,D", "--disable-features=E,F");
    }

    @Test
    void of_a_switch_given_twice_the_later_value_wins() {
        assertThat(FlagSet.of("--use-angle=gl", "--x")
                        .and(FlagSet.of("--use-angle=vulkan"))
                        .arguments())
                .containsExactly("--use-angle=vulkan", "--x");
    }

    @Test
    void a_value_may_hold_commas_and_equals_signs() {
        assertThat(FlagSet.of("--js-flags=--a=1,--b").arguments()).containsExactly("--js-flags=--a=1,--b");
    }

    @Test
    void what_is_no_flag_is_refused() {
        assertThatThrownBy(() -> FlagSet.of("about:blank")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void a_machine_without_a_gpu_asks_for_swiftshader_and_one_with_a_gpu_does_not() {
        assertThat(chromium(Purpose.QUIET, Purpose.WEBNN, Purpose.SOFTWARE_GPU))
                .contains("--use-webgpu-adapter=swiftshader", "--enable-features=WebMachineLearningNeuralNetwork");
        assertThat(chromium(Purpose.QUIET, Purpose.WEBNN, Purpose.HARDWARE_GPU))
                .contains("--enable-features=Vulkan,WebMachineLearningNeuralNetwork")
                .doesNotContain("--use-webgpu-adapter=swiftshader");
    }

    @Test
    void the_sandbox_is_given_up_for_root_only() {
        assertThat(chromium(Purpose.QUIET, Purpose.WEBNN, Purpose.SOFTWARE_GPU)).doesNotContain("--no-sandbox");
        assertThat(chromium(Purpose.ROOT)).containsExactly("--no-sandbox");
    }

    @Test
    void no_switch_is_written_twice_whatever_is_asked_for() {
        for (BrowserEngine engine : BrowserEngine.values()) {
            assertThat(BrowserFlags.of(engine, EnumSet.allOf(Purpose.class)).arguments().stream()
                            .map(flag -> flag.split("=", 2)[0]))
                    .doesNotHaveDuplicates();
        }
    }

    private static java.util.List<String> chromium(Purpose first, Purpose... more) {
        Set<Purpose> purposes = EnumSet.of(first, more);
        return BrowserFlags.of(BrowserEngine.CHROMIUM, purposes).arguments();
    }
}
