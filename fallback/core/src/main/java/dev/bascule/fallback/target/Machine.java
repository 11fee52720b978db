package dev.bascule.fallback.target;

import dev.bascule.fallback.text.PlainText;
import java.util.List;
import java.util.Optional;

/**
 * The machine that a run was made on. Its words stand on one line, whoever told them.
 *
 * @param fingerprint stable hash over what matters for performance; no serial number is in it; the machine's key
 * @param os name, version and architecture
 * @param cpu the processor
 * @param memoryBytes physical memory; empty where nobody tells, as of a device that only its browser speaks for
 * @param gpus display adapters that the operating system lists
 * @param parts what the fingerprint is made of, and what works on the machine; empty in runs recorded before they were
 *     kept, and of a machine that only its browser speaks for
 */
public record Machine(
        String fingerprint,
        String os,
        Cpu cpu,
        Optional<Long> memoryBytes,
        List<Gpu> gpus,
        Optional<Fingerprint> parts) {

    public Machine {
        fingerprint = PlainText.line(fingerprint);
        os = PlainText.line(os);
        gpus = List.copyOf(gpus);
    }

    /** One whose fingerprint's parts are not known. */
    public Machine(String fingerprint, String os, Cpu cpu, Optional<Long> memoryBytes, List<Gpu> gpus) {
        this(fingerprint, os, cpu, memoryBytes, gpus, Optional.empty());
    }

    /** One whose memory is known. */
    public Machine(String fingerprint, String os, Cpu cpu, long memoryBytes, List<Gpu> gpus) {
        this(fingerprint, os, cpu, Optional.of(memoryBytes), gpus);
    }

    /**
     * @param name marketing name
     * @param cores logical processors
     * @param features instruction-set extensions that matter for inference, such as {@code avx2}
     */
    public record Cpu(String name, int cores, List<String> features) {

        public Cpu {
            name = PlainText.line(name);
            features = features.stream().map(PlainText::line).toList();
        }
    }

    /**
     * @param name as the operating system lists it
     * @param vendor as the operating system lists it
     * @param software whether it only emulates a GPU
     */
    public record Gpu(String name, String vendor, boolean software) {

        public Gpu {
            name = PlainText.line(name);
            vendor = PlainText.line(vendor);
        }
    }

    /** With these parts in place of its own. */
    public Machine with(Fingerprint known) {
        return new Machine(fingerprint, os, cpu, memoryBytes, gpus, Optional.of(known));
    }

    public boolean hasHardwareGpu() {
        return gpus.stream().anyMatch(gpu -> !gpu.software());
    }
}
