package dev.bascule.nativerunner.usage;

import dev.bascule.fallback.usage.Counters.EnergyCounter;
import dev.bascule.fallback.usage.Reading;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * AMD's and Intel's GPUs as their drivers show them under /sys/class/drm: load and memory (amdgpu), power and temperature
 * (hwmon), and the energy counter of Intel's discrete ones (i915, xe). Thread-safe.
 */
final class DrmGpus {
    private static final String AMD = "0x1002";
    private static final String INTEL = "0x8086";
    private static final double MICRO = 1e-6;
    private static final double MILLI = 1e-3;

    /** As RAPL's, of which these counters are the graphics' own. */
    private static final Duration REFRESH = Duration.ofMillis(1);

    private final PseudoFiles files;
    private final List<Card> cards;

    private record Card(String device, String folder, Optional<String> monitor) {}

    DrmGpus(PseudoFiles files) {
        this.files = files;
        this.cards = cards(files);
    }

    private static List<Card> cards(PseudoFiles files) {
        List<Card> cards = new ArrayList<>();
        for (String card : files.list("sys/class/drm", "card[0-9]*")) {
            String folder = card + "/device";
            String vendor = files.text(folder + "/vendor").optional().orElse("");
            // Connectors are listed beside their cards: card0-HDMI-A-1.
            if (card.contains("-") || !(vendor.equals(AMD) || vendor.equals(INTEL))) {
                continue;
            }
            String number = card.substring(card.lastIndexOf("card") + "card".length());
            String name = files.text(folder + "/product_name")
                    .optional()
                    .filter(told -> !told.isBlank())
                    .orElse(vendor.equals(AMD) ? "AMD" : "Intel");
            cards.add(new Card(
                    "gpu card%s: %s".formatted(number, name),
                    folder,
                    files.list(folder + "/hwmon", "hwmon*").stream().findFirst()));
        }
        return List.copyOf(cards);
    }

    List<GpuState> states() {
        return cards.stream().map(this::state).toList();
    }

    private GpuState state(Card card) {
        return new GpuState(
                card.device(),
                files.number(card.folder() + "/gpu_busy_percent").map(percent -> percent / 100.0),
                files.number(card.folder() + "/mem_info_vram_used").map(Long::doubleValue),
                first(card, "power1_average", "power1_input").map(microwatts -> microwatts * MICRO),
                first(card, "temp1_input", "temp2_input").map(millidegrees -> millidegrees * MILLI),
                Reading.unknown("the driver of %s does not tell what lowers its clock".formatted(card.device())));
    }

    private Reading<Long> first(Card card, String... names) {
        if (card.monitor().isEmpty()) {
            return Reading.unknown("its driver has no sensors in /" + card.folder() + "/hwmon");
        }
        Reading<Long> last = Reading.unknown("");
        for (String name : names) {
            last = files.number(card.monitor().get() + "/" + name);
            if (last.isKnown()) {
                return last;
            }
        }
        return last;
    }

    Map<String, Reading<EnergyCounter>> energy() {
        Map<String, Reading<EnergyCounter>> counters = new TreeMap<>();
        for (Card card : cards) {
            boolean counted = card.monitor()
                    .filter(monitor -> files.has(monitor + "/energy1_input"))
                    .isPresent();
            counters.put(
                    card.device(),
                    counted
                            ? first(card, "energy1_input")
                                    .map(uj -> new EnergyCounter(uj * MICRO, OptionalDouble.empty(), REFRESH))
                            : Reading.unknown("its driver shows power at most, and no energy counter"));
        }
        return counters;
    }
}
