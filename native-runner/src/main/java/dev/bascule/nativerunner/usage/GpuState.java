package dev.bascule.nativerunner.usage;

import dev.bascule.fallback.usage.Look.Sensed;
import dev.bascule.fallback.usage.Look.Sensor;
import dev.bascule.fallback.usage.Reading;
import dev.bascule.fallback.usage.Throttling.Cause;
import java.util.List;

/**
 * What a GPU told at one look. Immutable.
 *
 * @param device its name here: {@code gpu 0: NVIDIA H200}
 * @param utilization share of time, 0 to 1
 * @param usedBytes by anybody
 * @param slowdowns what holds its clock back by its own word
 */
record GpuState(
        String device,
        Reading<Double> utilization,
        Reading<Double> usedBytes,
        Reading<Double> watts,
        Reading<Double> celsius,
        Reading<List<Cause>> slowdowns) {

    List<Sensed> sensed() {
        return List.of(
                new Sensed(device, Sensor.GPU_UTILIZATION, utilization),
                new Sensed(device, Sensor.GPU_MEMORY, usedBytes),
                new Sensed(device, Sensor.POWER, watts),
                new Sensed(device, Sensor.TEMPERATURE, celsius));
    }
}
