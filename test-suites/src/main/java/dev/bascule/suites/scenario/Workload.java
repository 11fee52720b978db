package dev.bascule.suites.scenario;

import dev.bascule.suites.execution.MeasurementPlan;
import dev.bascule.suites.execution.PreparedCase;
import dev.bascule.suites.execution.References;
import java.util.function.Function;

/**
 * What scenarios need that change the workload.
 *
 * @param plan how to measure
 * @param references what is right for a case of other inputs
 */
record Workload(MeasurementPlan plan, Function<PreparedCase, References.Found> references) {}
