package dev.bascule.suites.reduce;

import dev.bascule.fallback.backend.Backend;
import dev.bascule.suites.service.RunRequest;
import java.nio.file.Path;
import java.time.Duration;

/**
 * What one invocation asks for. Immutable.
 *
 * @param run the one case with its one target, as a run would have it
 * @param backend where it fails
 * @param limits how far to go
 * @param stepLimit for one trial
 * @param out folder for what is left; made when there is something to write
 */
public record ReduceRequest(RunRequest run, Backend backend, Reducer.Limits limits, Duration stepLimit, Path out) {}
