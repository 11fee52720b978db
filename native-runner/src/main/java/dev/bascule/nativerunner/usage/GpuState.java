package dev.bascule.nativerunner.usage;

import dev.bascule.fallback.usage.Reading;
import dev.bascule.fallback.usage.SensorSnapshot.Sensed;
import dev.bascule.fallback.usage.SensorSnapshot.Sensor;
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

    /** Adds what it has to say to a look's parts. */
    void tell(List<Sensed> sensed, List<Cause> causes, List<String> told, List<String> untold) {
        sensed.addAll(sensed());
        slowdowns().optional().ifPresent(causes::addAll);
        if (slowdowns().isKnown()) {
            told.add("clock reasons of " + device());
        } else {
            untold.add("clock reasons: " + slowdowns().words());
        }
    }
}
