package dev.bascule.fallback.hardware;

import static dev.bascule.fallback.hardware.CapabilityRegistry.BF16;
import static dev.bascule.fallback.hardware.CapabilityRegistry.FP16;
import static dev.bascule.fallback.hardware.CapabilityRegistry.FP32;
import static dev.bascule.fallback.hardware.CapabilityRegistry.FP64;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class HardwareClassesTest {
    private static final HardwareClasses CLASSES = HardwareClasses.installed();

    @Test
    void a_class_is_itself_and_everything_above_it_and_nothing_beside_it() {
        assertThat(HardwareClasses.SOFTWARE_GPU.is(HardwareClasses.SOFTWARE_GPU))
                .isTrue();
        assertThat(HardwareClasses.SOFTWARE_GPU.is(HardwareClasses.GPU)).isTrue();
        assertThat(HardwareClasses.SOFTWARE_GPU.is(HardwareClasses.PROCESSOR)).isTrue();
        assertThat(HardwareClasses.GPU.is(HardwareClasses.SOFTWARE_GPU)).isFalse();
        assertThat(HardwareClasses.INTEGRATED_GPU.is(HardwareClasses.DISCRETE_GPU))
                .isFalse();
        assertThat(HardwareClasses.BROWSER_DISCRETE_GPU.is(HardwareClasses.DISCRETE_GPU))
                .isTrue();
        assertThat(HardwareClasses.BROWSER_DISCRETE_GPU.is(HardwareClasses.BROWSER))
                .isTrue();
    }

    @Test
    void every_class_but_the_root_has_a_parent_that_is_registered_before_it() {
        List<HardwareClass> all = List.copyOf(CLASSES.all());
        assertThat(all.get(0)).isEqualTo(HardwareClasses.PROCESSOR);
        for (int i = 1; i < all.size(); i++) {
            assertThat(all.get(i).parents()).as(all.get(i).id()).isNotEmpty();
            assertThat(all.subList(0, i)).containsAll(all.get(i).parents());
        }
    }

    @Test
    void every_kind_of_hardware_has_its_variant_behind_a_browser() {
        for (HardwareClass type : CLASSES.all()) {
            if (type.is(HardwareClasses.BROWSER) || type.equals(HardwareClasses.PROCESSOR)) {
                assertThat(CLASSES.behindBrowser(type)).isEmpty();
            } else {
                HardwareClass seen = CLASSES.behindBrowser(type).orElseThrow();
                assertThat(seen.is(type)).as(seen.id()).isTrue();
                assertThat(seen.is(HardwareClasses.BROWSER)).as(seen.id()).isTrue();
            }
        }
    }

    @Test
    void what_a_class_brings_all_below_it_bring_unless_they_lack_it() {
        assertThat(HardwareClasses.CPU.brings()).contains(FP64, FP32);
        assertThat(HardwareClasses.DISCRETE_GPU.brings()).containsExactly(FP32);
        assertThat(HardwareClasses.BROWSER_CPU.brings()).contains(FP64).doesNotContain(FP16);
        assertThat(HardwareClasses.BROWSER_INTEGRATED_GPU.lacks()).contains(FP64, BF16);
        assertThat(HardwareClasses.NPU.brings()).isEmpty();
    }

    @Test
    void of_two_parents_the_one_that_lacks_something_decides() {
        HardwareClass half = new HardwareClass(
                "test.half", "half", List.of(HardwareClasses.PROCESSOR), Set.of(FP16), Set.of(), List.of());
        HardwareClass both = HardwareClass.below(HardwareClasses.BROWSER_CPU, "test.both", "both");
        HardwareClass diamond =
                new HardwareClass("test.diamond", "diamond", List.of(half, both), Set.of(), Set.of(), List.of());

        assertThat(diamond.brings()).doesNotContain(FP16).contains(FP32);
        assertThat(new HardwareClass("test.own", "own", List.of(diamond), Set.of(FP16), Set.of(), List.of()).brings())
                .contains(FP16);
    }

    @Test
    void a_factor_is_inherited_and_the_nearer_word_goes_first() {
        Factor far = new Factor(Factor.Kind.ADDRESSABLE_BYTES, 1L << 40, "far");
        HardwareClass wide =
                new HardwareClass("test.wide", "wide", List.of(HardwareClasses.CPU), Set.of(), Set.of(), List.of(far));
        HardwareClass narrow = HardwareClass.below(HardwareClasses.BROWSER_CPU, "test.narrow", "narrow");
        HardwareClass both =
                new HardwareClass("test.both", "both", List.of(narrow, wide), Set.of(), Set.of(), List.of());

        assertThat(both.factor(Factor.Kind.ADDRESSABLE_BYTES)).isEqualTo(narrow.factor(Factor.Kind.ADDRESSABLE_BYTES));
        assertThat(narrow.factor(Factor.Kind.ADDRESSABLE_BYTES).orElseThrow().value())
                .isEqualTo(1L << 32);
        assertThat(HardwareClasses.CPU.factor(Factor.Kind.ADDRESSABLE_BYTES)).isEmpty();
    }

    @Test
    void every_factor_names_its_source() {
        CLASSES.all()
                .forEach(type -> assertThat(type.factors().values())
                        .allSatisfy(factor -> assertThat(factor.source()).isNotBlank()));
    }

    @Test
    void what_a_cpu_does_is_no_acceleration() {
        assertThat(HardwareClasses.accelerates(HardwareClasses.INTEGRATED_GPU)).isTrue();
        assertThat(HardwareClasses.accelerates(HardwareClasses.BROWSER_NPU)).isTrue();
        assertThat(HardwareClasses.accelerates(HardwareClasses.CPU)).isFalse();
        assertThat(HardwareClasses.accelerates(HardwareClasses.BROWSER_SOFTWARE_GPU))
                .isFalse();
    }
}
