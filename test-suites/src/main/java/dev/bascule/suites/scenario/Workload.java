package dev.bascule.suites.scenario;

import dev.bascule.fallback.hardware.HardwareMap;
import dev.bascule.suites.execution.MeasurementPlan;
import dev.bascule.suites.execution.PreparedCase;
import dev.bascule.suites.execution.References;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * What scenarios need that change the workload.
 *
 * @param plan how to measure
 * @param references what is right for a case of other inputs
 * @param devices of this machine, as far as a quick look sees them
 */
record Workload(
        MeasurementPlan plan, Function<PreparedCase, References.Found> references, Supplier<HardwareMap> devices) {

    /** Where nothing is known of devices. */
    Workload(MeasurementPlan plan, Function<PreparedCase, References.Found> references) {
        this(plan, references, HardwareMap::empty);
    }
}
