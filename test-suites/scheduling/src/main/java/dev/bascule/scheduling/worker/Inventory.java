package dev.bascule.scheduling.worker;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What a worker's machine has, as it said itself. Immutable; sorted, so that equal machines have equal inventories.
 *
 * @param os such as {@code linux}, {@code macos}, {@code windows}
 * @param arch such as {@code x86_64}, {@code arm64}
 * @param processor the processor's name
 * @param processors logical processors that this worker may use, at least 1
 * @param memoryBytes memory that this worker may use; 0 where nobody tells
 * @param backends by id, the highest tier that was verified: {@code placed}, {@code session}, {@code device}, {@code library}, {@code compiled}
 * @param browsers by id, the version
 * @param gpus in the order of their index; empty where there is none
 * @param labels what its owner calls it
 */
public record Inventory(
        String os,
        String arch,
        String processor,
        int processors,
        long memoryBytes,
        SortedMap<String, String> backends,
        SortedMap<String, String> browsers,
        List<Gpu> gpus,
        SortedSet<String> labels) {
    /** Of the label that says which worker this is: jobs that are for one worker ask for it. */
    public static final String WORKER_LABEL = "worker@";

    /**
     * A graphics processor.
     *
     * @param memoryBytes its own memory
     */
    public record Gpu(String name, long memoryBytes) {}

    public Inventory {
        if (processors < 1 || memoryBytes < 0) {
            throw new IllegalArgumentException("a machine computes with something");
        }
        backends = Collections.unmodifiableSortedMap(new TreeMap<>(backends));
        browsers = Collections.unmodifiableSortedMap(new TreeMap<>(browsers));
        gpus = List.copyOf(gpus);
        labels = Collections.unmodifiableSortedSet(new TreeSet<>(labels));
    }

    /** Of plain collections. */
    public static Inventory of(
            String os,
            String arch,
            String processor,
            int processors,
            long memoryBytes,
            Map<String, String> backends,
            Map<String, String> browsers,
            List<Gpu> gpus,
            Set<String> labels) {
        return new Inventory(
                os,
                arch,
                processor,
                processors,
                memoryBytes,
                new TreeMap<>(backends),
                new TreeMap<>(browsers),
                gpus,
                new TreeSet<>(labels));
    }

    /** Without a label that says it were another worker: nobody gets another's jobs. */
    public Inventory asOf(WorkerId id) {
        SortedSet<String> own = new TreeSet<>(labels);
        own.removeIf(label -> label.startsWith(WORKER_LABEL) && !label.equals(WORKER_LABEL + id));
        return new Inventory(os, arch, processor, processors, memoryBytes, backends, browsers, gpus, own);
    }

    /** The same hardware and software, whoever owns it: all but the labels. Equal for workers on which a job takes as long. */
    public HardwareClass hardwareClass() {
        return new HardwareClass(
                "%s/%s/%s x%d/%s/%s/%s".formatted(os, arch, processor, processors, gpus, backends, browsers));
    }
}
