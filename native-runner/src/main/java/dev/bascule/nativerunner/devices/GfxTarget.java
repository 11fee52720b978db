package dev.bascule.nativerunner.devices;

import dev.bascule.fallback.hardware.Capability;
import dev.bascule.fallback.hardware.CapabilityId;
import dev.bascule.fallback.hardware.CapabilityRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * AMD's name of a GPU's instruction set, such as {@code gfx90a}, and what follows from it by ROCm's tables of precision
 * support and LLVM's AMDGPU guide. Immutable.
 */
record GfxTarget(int major, int minor, int stepping) {
    private static final Pattern NAME = Pattern.compile("gfx(\\d{1,2})(\\d)([0-9a-f])");

    /** Of the kernel's number, such as 90010 for gfx90a; empty for 0, which a CPU's node has. */
    static Optional<GfxTarget> ofVersion(long version) {
        return version <= 0
                ? Optional.empty()
                : Optional.of(
                        new GfxTarget((int) (version / 10_000), (int) (version / 100 % 100), (int) (version % 100)));
    }

    static Optional<GfxTarget> parse(String name) {
        Matcher matcher = NAME.matcher(name.strip());
        return matcher.matches()
                ? Optional.of(new GfxTarget(
                        Integer.parseInt(matcher.group(1)),
                        Integer.parseInt(matcher.group(2)),
                        Integer.parseInt(matcher.group(3), 16)))
                : Optional.empty();
    }

    /** CDNA: gfx908, gfx90a, gfx940 to gfx950. */
    private boolean isCdna() {
        return major == 9 && (minor >= 4 || (minor == 0 && (stepping == 8 || stepping == 10)));
    }

    List<Capability<?>> capabilities(String by) {
        // CDNA 3 computes in TF32 (gfx94x), its successor gfx950 no more.
        Map<CapabilityId<Boolean>, Boolean> flags = Map.of(
                CapabilityRegistry.FP64, true,
                CapabilityRegistry.FP16, major >= 9,
                CapabilityRegistry.INT8, isCdna() || major >= 10,
                CapabilityRegistry.DOT_INT8, isCdna() || major >= 11 || (major == 10 && minor >= 3) || isVega20(),
                CapabilityRegistry.BF16, isCdna() || major >= 11,
                CapabilityRegistry.TF32, major == 9 && minor == 4,
                CapabilityRegistry.FP8, (major == 9 && minor >= 4) || major >= 12,
                CapabilityRegistry.INT4, major >= 11,
                CapabilityRegistry.MATRIX_CORES, isCdna() || major >= 11);
        List<Capability<?>> all = new ArrayList<>();
        all.add(Capability.claimed(CapabilityRegistry.GFX_TARGET, toString(), by, toString()));
        flags.forEach((id, value) -> all.add(Capability.claimed(id, value, by, toString())));
        return all;
    }

    private boolean isVega20() {
        return major == 9 && minor == 0 && stepping == 6;
    }

    @Override
    public String toString() {
        return "gfx" + major + minor + Integer.toHexString(stepping);
    }
}
