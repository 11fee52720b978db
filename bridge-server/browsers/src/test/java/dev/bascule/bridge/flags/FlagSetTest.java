package dev.bascule.bridge.flags;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
    void flags_for_v8_from_two_sides_come_together_and_the_users_come_last() {
        assertThat(FlagSet.of("--js-flags=--wasm-tiering-budget=2000000000")
                        .and(FlagSet.of("--js-flags=--wasm-tiering-budget=1"))
                        .arguments())
                .containsExactly("--js-flags=--wasm-tiering-budget=2000000000,--wasm-tiering-budget=1");
    }

    @Test
    void what_is_no_flag_is_refused() {
        assertThatThrownBy(() -> FlagSet.of("about:blank")).isInstanceOf(IllegalArgumentException.class);
    }
}
