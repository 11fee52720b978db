package dev.bascule.nativerunner.machine;

import dev.bascule.fallback.target.Machine;
import java.util.Optional;
import oshi.SystemInfo;
import oshi.hardware.CentralProcessor;
import oshi.hardware.HardwareAbstractionLayer;
import oshi.software.os.OperatingSystem;

/** Reads what this machine is, through OSHI. Takes about a second: start it beside other work. Stateless, thread-safe. */
public final class MachineProbe {
    private MachineProbe() {}

    /** This machine, with a fingerprint over what matters for performance and no serial number. */
    public static Machine read() {
        SystemInfo system = new SystemInfo();
        HardwareAbstractionLayer hardware = system.getHardware();
        CentralProcessor processor = hardware.getProcessor();
        OperatingSystem os = system.getOperatingSystem();
        return new MachineFacts(
                        os.getFamily(),
                        Optional.ofNullable(os.getVersionInfo().getVersion()).orElse(""),
                        System.getProperty("os.arch", "unknown"),
                        processor.getProcessorIdentifier().getName(),
                        processor.getLogicalProcessorCount(),
                        processor.getFeatureFlags(),
                        hardware.getMemory().getTotal(),
                        hardware.getGraphicsCards().stream()
                                .map(card -> new MachineFacts.Adapter(card.getName(), card.getVendor()))
                                .toList())
                .machine();
    }
}
