package dev.bascule.nativerunner.machine;

import dev.bascule.fallback.hardware.Device;
import dev.bascule.fallback.hardware.DeviceId;
import dev.bascule.fallback.hardware.DeviceMemory;
import dev.bascule.fallback.hardware.HardwareClasses;
import dev.bascule.fallback.hardware.HardwareMap;
import dev.bascule.fallback.target.Machine;
import dev.bascule.nativerunner.devices.CpuCaches;
import dev.bascule.nativerunner.devices.DeviceSurvey;
import dev.bascule.nativerunner.devices.LocalSystem;
import dev.bascule.nativerunner.devices.SystemView;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import oshi.SystemInfo;

/**
 * Reads what this machine is, through OSHI and the system's own files and tools. What OSHI cannot tell is taken from
 * these, or stays unknown with a reason. Stateless, thread-safe.
 */
public final class MachineProbe {
    private static final String GOVERNOR = "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor";

    private MachineProbe() {}

    /**
     * This machine, with a fingerprint over what matters for performance and no serial number. Starts no tool. Takes
     * about a second, which is OSHI's: start it beside other work.
     */
    public static Machine read() {
        return report(new LocalSystem(), false, SystemInfo::new).machine();
    }

    /** This machine and all that the tools of its drivers tell of its devices. May take seconds. */
    public static MachineReport examine() {
        return report(new LocalSystem(), true, SystemInfo::new);
    }

    static MachineReport report(SystemView system, boolean withTools, Supplier<SystemInfo> oshi) {
        // What is recorded must not depend on which tools are installed: runs and doctor see one fingerprint.
        CompletableFuture<DeviceSurvey> quick = CompletableFuture.supplyAsync(() -> DeviceSurvey.quick(system));
        CompletableFuture<DeviceSurvey> full =
                withTools ? CompletableFuture.supplyAsync(() -> DeviceSurvey.full(system)) : quick;
        List<HardwareMap.Gap> gaps = new ArrayList<>();
        Asked asked = new Asked(oshi, gaps);
        Optional<String> osFamily =
                asked.of("operating system", info -> info.getOperatingSystem().getFamily());
        Optional<String> osVersion = asked.of(
                "version of the operating system",
                info -> info.getOperatingSystem().getVersionInfo().getVersion());
        Optional<String> cpu = asked.of(
                "processor",
                info -> info.getHardware()
                        .getProcessor()
                        .getProcessorIdentifier()
                        .getName());
        Optional<Integer> cores = asked.of(
                        "cores", info -> info.getHardware().getProcessor().getLogicalProcessorCount())
                .filter(count -> count > 0);
        Optional<List<String>> flags =
                asked.of("extensions", info -> info.getHardware().getProcessor().getFeatureFlags());
        Optional<Long> memory = asked.of(
                        "memory", info -> info.getHardware().getMemory().getTotal())
                .filter(bytes -> bytes > 0);
        Optional<List<MachineFacts.Adapter>> gpus = asked.of(
                "display adapters",
                info -> info.getHardware().getGraphicsCards().stream()
                        .map(card -> MachineFacts.Adapter.of(card.getName(), card.getVendor(), card.getVersionInfo()))
                        .toList());
        Optional<Device> own =
                quick.join().hardware().ofClass(HardwareClasses.CPU).stream().findFirst();
        MachineFacts facts = new MachineFacts(
                osFamily.orElse(system.os()),
                osVersion.orElse(""),
                System.getProperty("os.version", "unknown"),
                system.arch(),
                cpu.filter(name -> !name.isBlank())
                        .or(() -> own.map(Device::name))
                        .orElse("unknown processor"),
                cores.orElse(Runtime.getRuntime().availableProcessors()),
                flags.or(() -> own.map(MachineProbe::flags)).orElse(List.of()),
                memory.or(() -> own.flatMap(device -> device.memory().totalBytes())),
                gpus.orElse(List.of()),
                system.line(GOVERNOR),
                system.isLinux());
        boolean rendering = system.list("/dev/dri").stream().anyMatch(name -> name.startsWith("renderD"));
        DeviceSurvey survey = full.join();
        HardwareMap hardware = survey.hardware().and(new HardwareMap(fallbackCpu(survey, facts), List.of(), gaps));
        return new MachineReport(
                facts.machine(quick.join(), rendering), hardware, survey.limits(), CpuCaches.read(system));
    }

    /** The extensions that a device claims, as a line of flags. */
    private static List<String> flags(Device cpu) {
        return List.of(cpu.ownCapabilities().in(dev.bascule.fallback.hardware.CapabilityId.Group.ISA).stream()
                .map(capability -> capability.id().id().substring("isa.".length()))
                .collect(java.util.stream.Collectors.joining(" ")));
    }

    /** Where no reader found a processor, OSHI's word makes one. */
    private static List<Device> fallbackCpu(DeviceSurvey survey, MachineFacts facts) {
        if (!survey.hardware().ofClass(HardwareClasses.CPU).isEmpty()) {
            return List.of();
        }
        return List.of(Device.of(new DeviceId("cpu:0"), HardwareClasses.CPU, MachineFacts.tidy(facts.cpu()), "OSHI")
                .withMemory(DeviceMemory.host(facts.memoryBytes(), Optional.empty())));
    }

    /** Asks OSHI; what it fails at is a gap. */
    private static final class Asked {
        private final List<HardwareMap.Gap> gaps;
        private Optional<SystemInfo> info = Optional.empty();

        Asked(Supplier<SystemInfo> oshi, List<HardwareMap.Gap> gaps) {
            this.gaps = gaps;
            try {
                info = Optional.of(oshi.get());
            } catch (RuntimeException | LinkageError e) {
                gaps.add(new HardwareMap.Gap("OSHI", "it does not start here: " + e));
            }
        }

        <T> Optional<T> of(String what, Function<SystemInfo, T> question) {
            try {
                return info.flatMap(oshi -> Optional.ofNullable(question.apply(oshi)));
            } catch (RuntimeException | LinkageError e) {
                gaps.add(new HardwareMap.Gap("OSHI", what + ": " + e));
                return Optional.empty();
            }
        }
    }
}
