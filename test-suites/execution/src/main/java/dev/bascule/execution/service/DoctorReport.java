package dev.bascule.execution.service;

import dev.bascule.fallback.backend.DeviceType;
import dev.bascule.fallback.driver.Tier;
import dev.bascule.fallback.driver.TierCheck;
import dev.bascule.fallback.error.CollectedError;
import dev.bascule.fallback.runner.BackendStatus;
import dev.bascule.fallback.target.Machine;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * What {@code doctor} found.
 *
 * @param machine this machine
 * @param browsers the browsers found
 * @param nativeBackends the native side
 * @param errors what failed while it looked, counted, the gravest first
 * @param hardware this machine's devices; empty where nobody looked
 * @param tests what the battery of operator checks came to; empty where nobody asked for it
 */
public record DoctorReport(
        Machine machine,
        List<BrowserFinding> browsers,
        List<NativeFinding> nativeBackends,
        List<CollectedError> errors,
        Optional<HardwareFindings> hardware,
        Optional<HardwareTests> tests) {

    /** One without the battery. */
    public DoctorReport(
            Machine machine,
            List<BrowserFinding> browsers,
            List<NativeFinding> nativeBackends,
            List<CollectedError> errors,
            Optional<HardwareFindings> hardware) {
        this(machine, browsers, nativeBackends, errors, hardware, Optional.empty());
    }

    /** The same with what the battery came to. */
    public DoctorReport with(HardwareTests made) {
        return new DoctorReport(machine, browsers, nativeBackends, errors, hardware, Optional.of(made));
    }

    /** The same with more known of its devices. */
    public DoctorReport with(HardwareFindings known) {
        return new DoctorReport(machine, browsers, nativeBackends, errors, Optional.of(known), tests);
    }

    /** One without a look at the devices. */
    public DoctorReport(
            Machine machine,
            List<BrowserFinding> browsers,
            List<NativeFinding> nativeBackends,
            List<CollectedError> errors) {
        this(machine, browsers, nativeBackends, errors, Optional.empty());
    }

    public DoctorReport {
        browsers = List.copyOf(browsers);
        nativeBackends = List.copyOf(nativeBackends);
        errors = List.copyOf(errors);
    }

    /**
     * @param name for people
     * @param version as the browser itself tells it; empty where it did not start
     * @param path of its executable
     * @param build its channel and who put it there, for people; empty where unknown
     * @param launcher the launcher that started it; empty where none did
     * @param launchers that can start it
     * @param backends what each backend did
     * @param graphics what it says of its graphics beyond the page's APIs, and what its processes have mapped, by name
     * @param notes what stands in the way or must be known: policies, caveats
     */
    public record BrowserFinding(
            String name,
            Optional<String> version,
            String path,
            Optional<String> build,
            Optional<String> launcher,
            List<String> launchers,
            List<BrowserBackendFinding> backends,
            Map<String, String> graphics,
            List<String> notes) {
        public BrowserFinding {
            launchers = List.copyOf(launchers);
            backends = List.copyOf(backends);
            graphics = java.util.Collections.unmodifiableMap(new TreeMap<>(graphics));
            notes = List.copyOf(notes);
        }

        /** Without build, graphics and notes. */
        public BrowserFinding(
                String name,
                Optional<String> version,
                String path,
                List<String> launchers,
                List<BrowserBackendFinding> backends) {
            this(
                    name,
                    version,
                    path,
                    Optional.empty(),
                    launchers.stream().findFirst(),
                    launchers,
                    backends,
                    Map.of(),
                    List.of());
        }
    }

    /**
     * @param backend id
     * @param status whether the tiny model ran there, and was right
     * @param software whether the adapter is a software one; empty where nobody could tell or there is none
     * @param evidence facts by name
     * @param shown the device types of WebNN that its graphs showed to be what they ran on
     * @param reason why it is not ok
     * @param remedy the command or setting that mends it
     */
    public record BrowserBackendFinding(
            String backend,
            BackendStatus status,
            Optional<Boolean> software,
            Map<String, String> evidence,
            Set<DeviceType> shown,
            Optional<String> reason,
            Optional<String> remedy) {
        public BrowserBackendFinding {
            evidence = java.util.Collections.unmodifiableMap(new TreeMap<>(evidence));
            shown = Set.copyOf(shown);
        }

        /** Of a backend without device types. */
        public BrowserBackendFinding(
                String backend,
                BackendStatus status,
                Optional<Boolean> software,
                Map<String, String> evidence,
                Optional<String> reason,
                Optional<String> remedy) {
            this(backend, status, software, evidence, Set.of(), reason, remedy);
        }
    }

    /**
     * @param backend id
     * @param tiers how far it got, tier by tier, each with its evidence; the last one may be the one that it stopped at
     * @param status whether the tiny model ran there, and was right
     * @param evidence facts by name
     * @param reason why it is not ok
     * @param remedy the command or setting that mends it
     */
    public record NativeFinding(
            String backend,
            List<TierCheck> tiers,
            BackendStatus status,
            Map<String, String> evidence,
            Optional<String> reason,
            Optional<String> remedy) {
        public NativeFinding {
            tiers = List.copyOf(tiers);
            evidence = java.util.Collections.unmodifiableMap(new TreeMap<>(evidence));
        }

        /** The last tier that it reached; empty where not even the first was. */
        public Optional<Tier> tier() {
            return tiers.stream()
                    .filter(TierCheck.Passed.class::isInstance)
                    .reduce((first, second) -> second)
                    .map(TierCheck::tier);
        }
    }

    /** Whether anything at all can run. */
    public boolean isUsable() {
        return browsers.stream().flatMap(b -> b.backends().stream()).anyMatch(b -> runs(b.status()))
                || nativeBackends.stream().anyMatch(b -> runs(b.status()));
    }

    private static boolean runs(BackendStatus status) {
        return status == BackendStatus.OK || status == BackendStatus.DEGRADED;
    }
}
