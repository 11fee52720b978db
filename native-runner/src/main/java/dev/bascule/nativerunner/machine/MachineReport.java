package dev.bascule.nativerunner.machine;

import dev.bascule.fallback.hardware.HardwareMap;
import dev.bascule.fallback.target.Machine;
import dev.bascule.nativerunner.devices.ContainerLimits;
import dev.bascule.nativerunner.devices.CpuCaches;

/**
 * This machine as far as it can be known from outside of any engine.
 *
 * @param machine what runs are recorded with
 * @param hardware its devices, how they hang together, and what could not be looked at
 * @param limits what this process may use of them
 * @param caches of its processor, as the system reports them
 */
public record MachineReport(Machine machine, HardwareMap hardware, ContainerLimits limits, CpuCaches caches) {}
