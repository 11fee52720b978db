package dev.bascule.nativerunner.machine;

import dev.bascule.fallback.hardware.Device;
import dev.bascule.fallback.hardware.HardwareClasses;
import dev.bascule.fallback.target.Fingerprint;
import dev.bascule.fallback.target.Machine;
import dev.bascule.nativerunner.devices.DeviceSurvey;
import java.util.List;
import java.util.Optional;

/**
 * What an operating system says of a machine, as it says it.
 *
 * @param osFamily such as {@code Debian GNU/Linux}
 * @param osVersion such as {@code 12.4}
 * @param kernel its release, such as {@code 6.1.0-18-amd64}
 * @param arch as Java names it
 * @param cpu marketing name
 * @param cores logical processors
 * @param flagLines lines listing the processor's flags
 * @param memoryBytes physical memory; empty where nobody tells
 * @param gpus display adapters
 * @param governor how processor frequencies are chosen; empty where the system does not let it be chosen
 * @param bySystemFiles whether the system's own files list its devices, as Linux's do
 */
record MachineFacts(
        String osFamily,
        String osVersion,
        String kernel,
        String arch,
        String cpu,
        int cores,
        List<String> flagLines,
        Optional<Long> memoryBytes,
        List<Adapter> gpus,
        Optional<String> governor,
        boolean bySystemFiles) {

    /** A display adapter's name and vendor, and its driver's version where the system tells it with these. */
    record Adapter(String name, String vendor, Optional<String> driver) {

        /** Of what OSHI calls version information, such as {@code DriverVersion=32.0.15.6636}. */
        static Adapter of(String name, String vendor, String versions) {
            int at = versions.indexOf(DRIVER);
            return new Adapter(
                    name,
                    vendor,
                    at < 0
                            ? Optional.empty()
                            : Optional.of(
                                    versions.substring(at + DRIVER.length()).split("[,\\s]", 2)[0]));
        }
    }

    private static final String DRIVER = "DriverVersion=";

    MachineFacts {
        flagLines = List.copyOf(flagLines);
        gpus = List.copyOf(gpus);
    }

    /**
     * The machine.
     *
     * @param browsersReachGpus whether the device files that browsers render through are there
     */
    Machine machine(DeviceSurvey survey, boolean browsersReachGpus) {
        List<String> features = CpuFeatures.parse(flagLines);
        Fingerprint fingerprint = FingerprintMaker.of(this, features, survey);
        return new Machine(
                fingerprint.machineHash(),
                tidy("%s %s %s".formatted(osFamily, osVersion, arch)),
                new Machine.Cpu(tidy(cpu), cores, features),
                memoryBytes,
                adapters(survey, browsersReachGpus),
                Optional.of(fingerprint));
    }

    /**
     * OSHI asks tools that a slim system lacks; then what the system's files show stands in. A virtual machine's adapter may be a
     * real GPU's share or a program's picture: it is left out, so that whether there is a GPU stays unknown until a probe
     * tells.
     */
    private List<Machine.Gpu> adapters(DeviceSurvey survey, boolean browsersReachGpus) {
        if (gpus.isEmpty() && browsersReachGpus) {
            return survey.hardware().ofClass(HardwareClasses.GPU).stream()
                    .filter(device -> device.isReachable() && !device.type().is(HardwareClasses.SOFTWARE_GPU))
                    .filter(device -> !device.type().is(HardwareClasses.VIRTUAL_GPU))
                    .map(MachineFacts::adapter)
                    .toList();
        }
        return gpus.stream()
                .filter(gpu -> !GpuNames.isVirtual(gpu.name(), gpu.vendor()))
                .map(gpu -> new Machine.Gpu(
                        tidy(gpu.name()), tidy(gpu.vendor()), GpuNames.isSoftware(gpu.name(), gpu.vendor())))
                .toList();
    }

    private static Machine.Gpu adapter(Device device) {
        return new Machine.Gpu(tidy(device.name()), device.vendor().orElse("unknown"), false);
    }

    static String tidy(String name) {
        return name.strip().replaceAll("\\s+", " ");
    }
}
