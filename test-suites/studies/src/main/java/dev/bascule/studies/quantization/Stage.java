package dev.bascule.studies.quantization;

import dev.bascule.execution.JobIds;
import dev.bascule.execution.source.Place;
import dev.bascule.fallback.usage.UsageMeter;
import java.time.Duration;
import java.util.Optional;

/**
 * Where models are opened. Immutable.
 *
 * @param place a backend of this machine
 * @param ids for jobs
 * @param timeout for each answer
 * @param usage the machine's counters
 * @param machineHasGpu whether the operating system lists one; empty where it could not be asked
 */
public record Stage(Place place, JobIds ids, Duration timeout, UsageMeter usage, Optional<Boolean> machineHasGpu) {

    String target() {
        return place.target().id();
    }
}
