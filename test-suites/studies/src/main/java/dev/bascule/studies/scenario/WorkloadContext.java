package dev.bascule.studies.scenario;

import dev.bascule.execution.attempt.MeasurementPlan;
import dev.bascule.execution.cases.PreparedCase;
import dev.bascule.execution.reference.References;
import dev.bascule.fallback.hardware.HardwareMap;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * What scenarios need that change the workload.
 *
 * @param plan how to measure
 * @param references what is right for a case of other inputs
 * @param devices of this machine, as far as a quick look sees them
 */
record WorkloadContext(
        MeasurementPlan plan, Function<PreparedCase, References.Found> references, Supplier<HardwareMap> devices) {

    /** Where nothing is known of devices. */
    WorkloadContext(MeasurementPlan plan, Function<PreparedCase, References.Found> references) {
        this(plan, references, HardwareMap::empty);
    }
}
