package dev.bascule.bridge.flags;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.bridge.discovery.BrowserEngine;
import dev.bascule.bridge.page.LaunchOptions;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SettingsTableTest {

    @Test
    void a_machine_without_a_gpu_asks_for_swiftshader_and_one_with_a_gpu_does_not() {
        assertThat(chromium(SettingSet.DEFAULT, SettingSet.WEBNN, SettingSet.SOFTWARE_GPU))
                .contains("--use-webgpu-adapter=swiftshader", "--enable-features=WebMachineLearningNeuralNetwork");
        assertThat(chromium(SettingSet.DEFAULT, SettingSet.WEBNN, SettingSet.HARDWARE_GPU))
                .contains("--enable-features=Vulkan,WebMachineLearningNeuralNetwork")
                .doesNotContain("--use-webgpu-adapter=swiftshader");
    }

    @Test
    void the_sandbox_is_given_up_for_root_only() {
        assertThat(chromium(SettingSet.DEFAULT, SettingSet.AUTOMATED, SettingSet.WEBNN, SettingSet.SOFTWARE_GPU))
                .doesNotContain("--no-sandbox");
        assertThat(chromium(SettingSet.ROOT)).containsExactly("--no-sandbox");
    }

    @Test
    void only_where_nothing_is_timed_is_the_optimizing_compiler_put_off() {
        LaunchOptions timed = LaunchOptions.withHardwareGpu(false);
        assertThat(timed.settings(BrowserEngine.CHROMIUM).recorded())
                .noneMatch(setting -> setting.startsWith("--js-flags"));
        assertThat(timed.withTimed(false).settings(BrowserEngine.CHROMIUM).recorded())
                .contains("--js-flags=--wasm-tiering-budget=2000000000");
        assertThat(timed.withTimed(false).settings(BrowserEngine.GECKO).recorded())
                .isEqualTo(timed.settings(BrowserEngine.GECKO).recorded());
    }

    /** In any other window WebNN writes each graph's weights to a file of the profile. */
    @Test
    void only_where_nothing_is_timed_is_the_window_private() {
        LaunchOptions timed = LaunchOptions.withHardwareGpu(false);
        assertThat(timed.settings(BrowserEngine.CHROMIUM).recorded()).doesNotContain("--incognito");
        assertThat(timed.withTimed(false).settings(BrowserEngine.CHROMIUM).recorded())
                .contains("--incognito");
    }

    @Test
    void no_switch_is_written_twice_whatever_is_asked_for() {
        for (BrowserEngine engine : BrowserEngine.values()) {
            assertThat(SettingsTable.of(engine, EnumSet.allOf(SettingSet.class)).flags().arguments().stream()
                            .map(flag -> flag.split("=", 2)[0]))
                    .doesNotHaveDuplicates();
        }
    }

    @Test
    void firefox_is_set_up_by_preferences_which_a_result_records() {
        BrowserSettings firefox = SettingsTable.of(BrowserEngine.GECKO, EnumSet.of(SettingSet.SOFTWARE_GPU));
        assertThat(firefox.preferences()).containsEntry("dom.webgpu.enabled", true);
        assertThat(firefox.recorded()).contains("pref dom.webgpu.enabled=true");
    }

    @Test
    void of_two_settings_the_later_word_counts() {
        BrowserSettings both = new BrowserSettings(FlagSet.of("--a=1"), Map.of("p", 1), Map.of("E", "1"))
                .and(new BrowserSettings(FlagSet.of("--a=2"), Map.of("p", 2), Map.of("F", "2")));
        assertThat(both.recorded()).isEqualTo(List.of("--a=2", "pref p=2", "env E=1", "env F=2"));
    }

    @Test
    void a_table_that_lacks_an_engine_or_has_a_word_that_is_none_is_refused() {
        assertThatThrownBy(() -> SettingsTable.parse("{}"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("lacks default");
        assertThatThrownBy(() -> SettingsTable.parse("{\"chromium\": {\"default\": {\"wy\": \"typo\"}}}"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("wy");
        assertThatThrownBy(() -> SettingsTable.parse("not json")).isInstanceOf(IllegalArgumentException.class);
    }

    private static List<String> chromium(SettingSet first, SettingSet... more) {
        return SettingsTable.of(BrowserEngine.CHROMIUM, EnumSet.of(first, more))
                .flags()
                .arguments();
    }
}
