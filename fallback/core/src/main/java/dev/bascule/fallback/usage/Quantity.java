package dev.bascule.fallback.usage;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What a figure of a measured span tells. Figures that many looks went into say so in their name. */
public enum Quantity {
    /** Share of all logical processors' time that was worked in, by anybody. */
    CPU_UTILIZATION(Unit.SHARE),
    /** Processor seconds a second: 1 is one logical processor without a pause. */
    CPU_CORES(Unit.CORES),
    /** Share of the time that the processors wanted to work and the hypervisor let others run. */
    CPU_STEAL(Unit.SHARE),
    FREQUENCY_MIN(Unit.MEGAHERTZ),
    FREQUENCY_MEDIAN(Unit.MEGAHERTZ),
    FREQUENCY_MAX(Unit.MEGAHERTZ),
    /** What the maker guarantees under load, boost left out. */
    FREQUENCY_NOMINAL(Unit.MEGAHERTZ),
    TEMPERATURE_MAX(Unit.CELSIUS),
    /** The least memory that was free to take. */
    MEMORY_AVAILABLE_MIN(Unit.BYTES),
    GPU_UTILIZATION_MEAN(Unit.SHARE),
    GPU_MEMORY_MAX(Unit.BYTES),
    /** Energy of a counter by the time. */
    POWER_MEAN(Unit.WATTS),
    /** What a sensor of power said, on the average of the looks: not the mean of the span. */
    POWER_SENSED_MEAN(Unit.WATTS),
    ENERGY(Unit.JOULES),
    ENERGY_PER_INFERENCE(Unit.JOULES),
    /** Before anything was measured: the machine with nothing to do for this run. */
    IDLE_POWER(Unit.WATTS),
    /** Energy for each inference, less what the idle machine takes in the same time. */
    ENERGY_PER_INFERENCE_ABOVE_IDLE(Unit.JOULES);

    /** Units, as documents spell them. */
    public enum Unit {
        SHARE("share"),
        CORES("cores"),
        MEGAHERTZ("MHz"),
        CELSIUS("degC"),
        BYTES("bytes"),
        WATTS("W"),
        JOULES("J");

        private final String symbol;

        Unit(String symbol) {
            this.symbol = symbol;
        }

        public String symbol() {
            return symbol;
        }
    }

    private final Unit unit;

    Quantity(Unit unit) {
        this.unit = unit;
    }

    public Unit unit() {
        return unit;
    }

    /** Its name in documents: {@code cpu-utilization}. */
    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public static Optional<Quantity> ofId(String id) {
        return Arrays.stream(values())
                .filter(quantity -> quantity.id().equals(id))
                .findFirst();
    }
}
