package dev.bascule.nativerunner.machine;

import dev.bascule.fallback.target.Machine;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What an operating system says of a machine, as it says it.
 *
 * @param osFamily such as {@code Debian GNU/Linux}
 * @param osVersion such as {@code 12.4}
 * @param arch as Java names it
 * @param cpu marketing name
 * @param cores logical processors
 * @param flagLines lines listing the processor's flags
 * @param memoryBytes physical memory
 * @param gpus display adapters
 */
record MachineFacts(
        String osFamily,
        String osVersion,
        String arch,
        String cpu,
        int cores,
        List<String> flagLines,
        long memoryBytes,
        List<Adapter> gpus) {
    private static final long GIB = 1L << 30;

    /** A display adapter's name and vendor. */
    record Adapter(String name, String vendor) {}

    MachineFacts {
        flagLines = List.copyOf(flagLines);
        gpus = List.copyOf(gpus);
    }

    Machine machine() {
        List<String> features = CpuFeatures.parse(flagLines);
        return new Machine(
                fingerprint(features),
                tidy("%s %s %s".formatted(osFamily, osVersion, arch)),
                new Machine.Cpu(tidy(cpu), cores, features),
                memoryBytes,
                gpus.stream()
                        .map(gpu -> new Machine.Gpu(
                                tidy(gpu.name()), tidy(gpu.vendor()), GpuNames.isSoftware(gpu.name(), gpu.vendor())))
                        .toList());
    }

    /**
     * SHA-256 over the lines {@code cpu}, {@code cores}, {@code features}, {@code memoryGiB} (rounded), {@code gpus}
     * (sorted), {@code os} (family and major version) and {@code arch}: what matters for performance, nothing that
     * names the machine or its owner, nothing that an update of the system moves.
     */
    private String fingerprint(List<String> features) {
        String lines = String.join(
                "\n",
                "cpu=" + tidy(cpu),
                "cores=" + cores,
                "features=" + String.join(",", features),
                "memoryGiB=" + Math.round((double) memoryBytes / GIB),
                "gpus=" + gpus.stream().map(gpu -> tidy(gpu.name())).sorted().collect(Collectors.joining(",")),
                "os=" + osFamily + " " + osVersion.split("[. ]", 2)[0],
                "arch=" + arch);
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(lines.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    private static String tidy(String name) {
        return name.strip().replaceAll("\\s+", " ");
    }
}
