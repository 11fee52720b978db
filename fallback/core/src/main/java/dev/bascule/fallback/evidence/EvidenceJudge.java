package dev.bascule.fallback.evidence;

import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.DeviceType;
import dev.bascule.fallback.backend.Side;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * Judges raw evidence. A runner's word is never believed where the engine's own records are at hand, and never called
 * proof where they are not. Stateless and thread-safe.
 */
public final class EvidenceJudge {
    /** The fact that names the providers a session was given, divided by commas. */
    public static final String ONLY_PROVIDERS = "executionProviders";

    /** The fact, {@code 0}, of a session whose engine computed the whole graph when it was created. */
    public static final String NODES_LEFT = "nodesLeft";

    /** The fact that says why the session that was to show placements failed. */
    public static final String RECORD_FAILED = "evidenceError";

    private final Backends backends;

    public EvidenceJudge(Backends backends) {
        this.backends = backends;
    }

    /** What the runner around the judge knows that a page cannot: whether this machine has a hardware GPU at all. */
    public record RunnerContext(
            Optional<DeviceType> askedFor, Optional<Boolean> machineHasGpu, Optional<Boolean> software) {
        public static final RunnerContext UNKNOWN =
                new RunnerContext(Optional.empty(), Optional.empty(), Optional.empty());
    }

    /** Judges a record by itself. */
    public Evidence judge(Backend requested, RawEvidence raw, RunnerContext around) {
        return judge(requested, raw, around, HostView.NOTHING);
    }

    /** Judges a record, and holds it against what the host knows itself: one contradiction, and it shows nothing. */
    public Evidence judge(Backend requested, RawEvidence raw, RunnerContext around, HostView host) {
        List<String> notes = new ArrayList<>();
        Map<String, Integer> byProvider = new TreeMap<>();
        OptionalInt partitions = OptionalInt.empty();
        PlacementLog log = PlacementLog.parse(raw.placements().isEmpty() ? raw.log() : List.of());
        if (!raw.placements().isEmpty()) {
            raw.placements().stream()
                    .filter(node -> !node.operator().startsWith("Memcpy"))
                    .forEach(node -> byProvider.merge(node.provider(), 1, Integer::sum));
        } else {
            byProvider.putAll(log.nodesByProvider());
            partitions = log.partitions();
            if (!log.exact()) {
                notes.add(
                        "WebNN compiled another number of partitions than it announced; a partition counts as one node");
            }
        }
        Map<String, Integer> nodes = new TreeMap<>();
        byProvider.forEach((provider, count) -> nodes.merge(named(requested, provider), count, Integer::sum));
        boolean hidden = requested.equals(Backends.MPS) && tookByCoreMl(raw);
        Optional<String> proven =
                hidden ? Optional.empty() : proven(requested, nodes).or(() -> onlyBackend(requested, raw, host, notes));
        ProofClass proof = proven.isPresent()
                ? ProofClass.PROVEN
                : raw.granted().isPresent() ? ProofClass.REPORTED : ProofClass.UNKNOWN;
        if (hidden) {
            // Asked for CPU and GPU, Core ML may take either, and its provider's record ends at its door.
            notes.add(
                    "only Core ML's word: the engine's record shows that Core ML took the nodes, not where it ran them");
        } else if (proof == ProofClass.REPORTED) {
            notes.add("only the API's word: the engine kept no record of where nodes ran");
        }
        proven.ifPresent(shown -> raw.granted()
                .filter(word -> !word.equals(shown))
                .ifPresent(word ->
                        notes.add("the runner said %s, the engine's own record shows %s".formatted(word, shown))));
        Optional.ofNullable(raw.environment().get(RECORD_FAILED))
                .ifPresent(error -> notes.add("the session that was to show placements failed: " + error));
        Optional<Boolean> software = software(requested, raw, around).or(() -> seenSoftware(requested, host));
        Map<String, String> facts = new TreeMap<>(raw.environment());
        raw.adapter().forEach((key, value) -> facts.put("adapter." + key, value));
        if (log.empty()) {
            facts.put(NODES_LEFT, "0");
        }
        if (!raw.graphDevices().isEmpty()) {
            facts.put("graphDevices", String.join(",", raw.graphDevices()));
        }
        Evidence alone = new Evidence(
                proof,
                new Evidence.Where(requested.id(), raw.granted(), proven),
                nodes,
                partitions,
                software,
                device(requested, proven, software, raw, around, notes),
                facts,
                notes,
                List.of());
        Claim claim = new Claim(requested, raw, log, byProvider, proven, software, around.machineHasGpu());
        List<Contradiction> contradictions = Consistency.check(claim, host);
        if (!contradictions.isEmpty()) {
            return alone.contradicted(contradictions);
        }
        return host.reach() == HostView.Reach.TOLD && alone.proof() == ProofClass.PROVEN ? alone.reported() : alone;
    }

    /**
     * A session that can place nodes on one provider only needs no record of where they are. That it has but one is the
     * host's knowledge; that it came up is the runner's to say.
     */
    private Optional<String> onlyBackend(Backend requested, RawEvidence raw, HostView host, List<String> notes) {
        Optional<String> only = host.soleProvider(requested)
                .filter(provider -> provider.equals(raw.environment().get(ONLY_PROVIDERS)));
        only.ifPresent(provider -> notes.add("proven by exclusion: the session has no provider but " + provider));
        return only.map(provider -> named(requested, provider));
    }

    /** The backend that a provider's name means: the requested one where it may, for two may share a provider. */
    private String named(Backend requested, String provider) {
        return requested.executionProviders().contains(provider)
                ? requested.id()
                : backends.ofExecutionProvider(requested.side(), provider)
                        .map(Backend::id)
                        .orElse(provider);
    }

    /** The requested backend if it ran any node, else the one that ran most. */
    private static Optional<String> proven(Backend requested, Map<String, Integer> nodes) {
        if (nodes.containsKey(requested.id())) {
            return Optional.of(requested.id());
        }
        return nodes.entrySet().stream().max(Map.Entry.comparingByValue()).map(Map.Entry::getKey);
    }

    private static Optional<Boolean> software(Backend requested, RawEvidence raw, RunnerContext around) {
        if (requested.isHostCpu() || requested.accelerator() != DeviceType.GPU) {
            return Optional.empty();
        }
        String fallback = raw.adapter().get("isFallbackAdapter");
        if (fallback != null && !fallback.equals("null")) {
            boolean says = Boolean.parseBoolean(fallback);
            return Optional.of(says || namesSoftware(raw.adapter()));
        }
        if (namesSoftware(raw.adapter())) {
            return Optional.of(true);
        }
        return around.software();
    }

    /** Of a page that does not say what its adapter is, where the host sees that there can be but one. */
    private static Optional<Boolean> seenSoftware(Backend requested, HostView host) {
        return requested.equals(Backends.WEBGPU) && host.reach() == HostView.Reach.SEEN
                ? GraphicsLibraries.softwareAlone(host.ofBrowser()).map(library -> true)
                : Optional.empty();
    }

    /** Whether an adapter says that it is a software one, outright or by its name. */
    public static boolean admitsSoftware(Map<String, String> adapter) {
        return "true".equals(adapter.get("isFallbackAdapter")) || namesSoftware(adapter);
    }

    /** Whether an adapter's own words name one of the known software rasterisers. */
    public static boolean namesSoftware(Map<String, String> adapter) {
        String words = String.join(" ", adapter.values()).toLowerCase(Locale.ROOT);
        return List.of("swiftshader", "llvmpipe", "lavapipe", "basic render driver", "softpipe").stream()
                .anyMatch(words::contains);
    }

    private Optional<DeviceType> device(
            Backend requested,
            Optional<String> proven,
            Optional<Boolean> software,
            RawEvidence raw,
            RunnerContext around,
            List<String> notes) {
        if (requested.isHostCpu()) {
            return Optional.of(DeviceType.CPU);
        }
        if (proven.isPresent() && !proven.get().equals(requested.id())) {
            return proven.flatMap(backends::find).filter(Backend::isHostCpu).map(cpu -> DeviceType.CPU);
        }
        DeviceType claimed = around.askedFor().orElse(requested.accelerator());
        if (requested.equals(Backends.COREML) || requested.equals(Backends.MPS) && tookByCoreMl(raw)) {
            notes.add("Core ML picks CPU, GPU or Neural Engine itself; no record shows which");
            return Optional.empty();
        }
        boolean webNn = requested.side() == Side.BROWSER && requested.accelerator() == DeviceType.NPU;
        if (webNn || !raw.graphDevices().isEmpty()) {
            return webNnDevice(claimed, raw, around, notes);
        }
        if (software.orElse(false)) {
            notes.add("software adapter: shaders run on the CPU");
            return Optional.of(DeviceType.CPU);
        }
        if ((requested.side() == Side.BROWSER || requested.accelerator() == DeviceType.GPU)
                && claimed != DeviceType.CPU
                && around.machineHasGpu().equals(Optional.of(false))
                && software.isEmpty()) {
            notes.add("asked for %s, but this machine lists no such device".formatted(claimed));
            return Optional.of(DeviceType.CPU);
        }
        return Optional.of(claimed);
    }

    private static boolean tookByCoreMl(RawEvidence raw) {
        return raw.placements().stream().anyMatch(node -> node.provider().equals("CoreMLExecutionProvider"));
    }

    /** WebNN grants any device type and lists it in MLGraph.devices; only the machine shows whether there is one. */
    private static Optional<DeviceType> webNnDevice(
            DeviceType claimed, RawEvidence raw, RunnerContext around, List<String> notes) {
        if (claimed == DeviceType.CPU) {
            return Optional.of(DeviceType.CPU);
        }
        if (raw.graphDevices().equals(List.of("cpu"))) {
            notes.add("WebNN was asked for '%s'; MLGraph.devices says cpu"
                    .formatted(claimed.name().toLowerCase(Locale.ROOT)));
            return Optional.of(DeviceType.CPU);
        }
        boolean noGpu = around.machineHasGpu().equals(Optional.of(false))
                || around.software().equals(Optional.of(true));
        if (claimed == DeviceType.GPU && noGpu) {
            notes.add("WebNN granted 'gpu'%s, but this machine has no hardware GPU: counted as CPU"
                    .formatted(raw.graphDevices().isEmpty() ? "" : " and MLGraph.devices says " + raw.graphDevices()));
            return Optional.of(DeviceType.CPU);
        }
        notes.add("WebNN was asked for '%s'; no record shows the device that was used"
                .formatted(claimed.name().toLowerCase(Locale.ROOT)));
        return Optional.empty();
    }
}
