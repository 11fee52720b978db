package dev.bascule.fallback.attempt;

import dev.bascule.fallback.backend.DeviceType;
import dev.bascule.fallback.job.Outputs;
import dev.bascule.fallback.measure.Ratio;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * An accelerator's claim held against the same model on the same browser's CPU. Kernels of different devices add up in
 * different orders, so equal bits at an equal pace make the claim hollow; neither alone does. Immutable.
 *
 * @param claimed the device that was asked for and granted
 * @param twin what ran on the CPU, for people: {@code deviceType 'cpu'}, {@code wasm}
 * @param sameBits whether all outputs are equal bit for bit
 * @param ratio time on the claimed device over time on the CPU, interleaved; empty where it was not measured
 */
public record CpuCrossCheck(DeviceType claimed, String twin, boolean sameBits, Optional<Ratio> ratio) {

    /** Whether both gave outputs, the same ones, and each the same bits. */
    public static boolean sameBits(Outputs one, Outputs other) {
        return !one.all().isEmpty() && bits(one).equals(bits(other));
    }

    private static Map<String, Object> bits(Outputs outputs) {
        Map<String, Object> bits = new HashMap<>();
        outputs.all().forEach(output -> bits.put(output.step() + " " + output.name(), output.tensor()));
        return bits;
    }

    /** Whether it was not shown to be faster than the CPU: the interval of the ratio reaches 1. */
    boolean asSlow() {
        return ratio.flatMap(Ratio::ci95).map(interval -> interval.high() >= 1).orElse(false);
    }

    /** What the reader of the cell must know; empty where something speaks for the claim. */
    public Optional<String> note() {
        if (!sameBits || !asSlow()) {
            return Optional.empty();
        }
        Ratio measured = ratio.orElseThrow();
        return Optional.of(String.format(
                Locale.ROOT,
                "outputs equal those of %s bit for bit and the ratio is %.2f%s: nothing shows that a %s ran this",
                twin,
                measured.value(),
                measured.ci95()
                        .map(interval -> String.format(Locale.ROOT, " [%.2f, %.2f]", interval.low(), interval.high()))
                        .orElse(""),
                claimed));
    }

    /** What was seen, whatever it means. */
    public Map<String, String> facts() {
        Map<String, String> facts = new TreeMap<>();
        facts.put("cpuTwin", twin);
        facts.put("cpuTwin.sameBits", Boolean.toString(sameBits));
        ratio.ifPresent(measured -> {
            facts.put("cpuTwin.ratio", String.format(Locale.ROOT, "%.3f", measured.value()));
            measured.ci95()
                    .ifPresent(interval -> facts.put(
                            "cpuTwin.ci95", String.format(Locale.ROOT, "%.3f..%.3f", interval.low(), interval.high())));
        });
        return facts;
    }
}
