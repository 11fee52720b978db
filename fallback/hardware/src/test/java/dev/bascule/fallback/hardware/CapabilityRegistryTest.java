package dev.bascule.fallback.hardware;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.backend.Precision;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CapabilityRegistryTest {
    private static final Set<String> ZEN4 = Set.of(
            "pni",
            "ssse3",
            "sse4_1",
            "sse4_2",
            "cx16",
            "lahf_lm",
            "popcnt",
            "avx",
            "avx2",
            "bmi1",
            "bmi2",
            "f16c",
            "fma",
            "abm",
            "movbe",
            "xsave",
            "avx512f",
            "avx512bw",
            "avx512cd",
            "avx512dq",
            "avx512vl",
            "avx512_vnni",
            "avx512_bf16",
            "hypervisor");

    @Test
    void a_capability_is_found_by_the_word_that_files_use() {
        assertThat(CapabilityRegistry.installed().find("dtype.fp16")).hasValue(CapabilityRegistry.FP16);
        assertThat(CapabilityRegistry.installed().find("isa.avx2")).hasValue(InstructionSets.id("avx2"));
        assertThat(CapabilityRegistry.installed().find("dtype.fp17")).isEmpty();
    }

    @Test
    void any_operator_is_a_capability() {
        CapabilityId<?> found = CapabilityRegistry.installed()
                .find("operator.com.microsoft.FusedMatMul")
                .orElseThrow();
        assertThat(found).isEqualTo(CapabilityRegistry.operator("com.microsoft", "FusedMatMul"));
        assertThat(CapabilityRegistry.operator("", "MatMul").id()).isEqualTo("operator.ai.onnx.MatMul");
        assertThat(CapabilityRegistry.installed().find("operator.")).isEmpty();
    }

    @Test
    void every_precision_is_a_capability() {
        for (Precision precision : Precision.values()) {
            assertThat(CapabilityRegistry.installed().all()).contains(CapabilityRegistry.of(precision));
        }
    }

    @Test
    void a_value_of_another_type_than_the_id_names_is_refused() {
        @SuppressWarnings({"unchecked", "rawtypes"})
        CapabilityId<Object> raw = (CapabilityId) CapabilityRegistry.CORES;
        assertThatThrownBy(() -> Capability.claimed(raw, "four", "test", "")).hasMessageContaining("units.cores");
        assertThatThrownBy(() -> CapabilityId.flag(CapabilityId.Group.DTYPE, "no spaces", ""))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void a_trial_goes_before_a_claim_and_of_two_claims_the_first_stays() {
        CapabilitySet claimed = CapabilitySet.of(List.of(
                Capability.claimed(CapabilityRegistry.FP16, true, "nvidia-smi", "9.0"),
                Capability.claimed(CapabilityRegistry.FP16, false, "rumor", "")));
        assertThat(claimed.has(CapabilityRegistry.FP16)).isTrue();
        assertThat(Showed.has(claimed, CapabilityRegistry.FP16)).isFalse();

        CapabilitySet tried =
                claimed.and(List.of(Capability.verified(CapabilityRegistry.FP16, false, "profile", "wrong")));
        assertThat(tried.has(CapabilityRegistry.FP16)).isFalse();
        assertThat(tried.and(claimed.all()).has(CapabilityRegistry.FP16)).isFalse();
        assertThat(Showed.has(
                        tried.withVerified(Capability.verified(CapabilityRegistry.FP16, true, "profile", "right")),
                        CapabilityRegistry.FP16))
                .isTrue();
        assertThatThrownBy(() -> tried.withVerified(Capability.claimed(CapabilityRegistry.FP16, true, "x", "y")))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void the_levels_of_x86_64_are_reached_one_after_the_other() {
        assertThat(InstructionSets.among(ZEN4))
                .contains("avx2", "avx512_bf16", "x86-64-v2", "x86-64-v3", "x86-64-v4")
                .doesNotContain("hypervisor", "pni");
        Set<String> withoutMovbe = new java.util.HashSet<>(ZEN4);
        withoutMovbe.remove("movbe");
        assertThat(InstructionSets.among(withoutMovbe)).contains("x86-64-v2").doesNotContain("x86-64-v3", "x86-64-v4");
    }

    @Test
    void a_level_stands_for_what_it_includes() {
        assertThat(InstructionSets.shortly(InstructionSets.among(ZEN4)))
                .containsExactly("avx512_bf16", "avx512_vnni", "x86-64-v4");
        assertThat(InstructionSets.shortly(Set.of("asimd", "sve"))).containsExactly("asimd", "sve");
    }

    @Test
    void extensions_bring_the_formats_that_they_compute_in_and_conversions_bring_none() {
        assertThat(InstructionSets.formats(ZEN4)).containsOnly(CapabilityRegistry.BF16, CapabilityRegistry.DOT_INT8);
        assertThat(InstructionSets.formats(Set.of("f16c", "avx2"))).isEmpty();
        assertThat(InstructionSets.formats(Set.of("asimd", "asimdhp", "i8mm", "bf16", "sme")))
                .containsOnly(
                        CapabilityRegistry.FP16,
                        CapabilityRegistry.BF16,
                        CapabilityRegistry.DOT_INT8,
                        CapabilityRegistry.SME);
    }
}
