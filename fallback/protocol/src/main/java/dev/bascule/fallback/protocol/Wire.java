package dev.bascule.fallback.protocol;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.bascule.fallback.evidence.RawEvidence;
import dev.bascule.fallback.job.AdvanceRequest;
import dev.bascule.fallback.job.EndToEndRequest;
import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.job.Job;
import dev.bascule.fallback.job.KernelReading;
import dev.bascule.fallback.job.KernelRequest;
import dev.bascule.fallback.job.MediaRequest;
import dev.bascule.fallback.job.Memory;
import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.fallback.job.PackEnd;
import dev.bascule.fallback.job.PackRequest;
import dev.bascule.fallback.job.PageMemory;
import dev.bascule.fallback.job.Phases;
import dev.bascule.fallback.job.PipelineRequest;
import dev.bascule.fallback.job.SessionEnd;
import dev.bascule.fallback.job.StreamRequest;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.runner.AssetLocator;
import dev.bascule.fallback.work.Kernel;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Between the protocol's messages and the values that the rest of Bascule speaks. Stateless. */
public final class Wire {
    private Wire() {}

    static Duration millis(double value) {
        return Duration.ofNanos(Math.round(value * 1e6));
    }

    static Message.Execute execute(Job job, String url) {
        return new Message.Execute(
                job.id(),
                job.backend().id(),
                new Message.ModelLocation(job.model().sha256(), job.model().bytes(), url),
                job.outputs(),
                job.feeds().carry(),
                job.feeds().steps(),
                job.settings());
    }

    static Message.Pack pack(PackRequest request, String url) {
        return new Message.Pack(
                request.id(),
                request.backend().id(),
                new Message.Asset(request.pack().sha256(), url),
                request.cases(),
                request.alone(),
                request.workers(),
                request.caseLimit().toNanos() / 1e6,
                request.settings());
    }

    static Message.Prepare prepare(PipelineRequest request, AssetLocator locator) {
        return new Message.Prepare(request.job(), request.pipeline(), assets(request, locator), request.text());
    }

    private static Map<String, Message.Asset> assets(PipelineRequest request, AssetLocator locator) {
        Map<String, Message.Asset> assets = new LinkedHashMap<>();
        for (Map.Entry<String, ModelArtifact> asset : request.assets().entrySet()) {
            assets.put(asset.getKey(), new Message.Asset(asset.getValue().sha256(), locator.locate(asset.getValue())));
        }
        return assets;
    }

    static Message.Advance advance(String job, int number, AdvanceRequest request) {
        return new Message.Advance(
                job,
                number,
                request.steps().size(),
                request.read().stream().sorted().toList(),
                toMillis(request.limit()));
    }

    static Message.EndToEnd endToEnd(String job, int number, EndToEndRequest request, AssetLocator locator) {
        return new Message.EndToEnd(
                job,
                number,
                request.pipeline().pipeline(),
                assets(request.pipeline(), locator),
                request.pipeline().text(),
                request.feeds(),
                request.iterations(),
                request.warmUps(),
                toMillis(request.atMost()),
                request.answer());
    }

    static Message.PhaseTimes phaseTimes(Phases phases) {
        return new Message.PhaseTimes(
                phases.fetch().map(Wire::toMillis),
                phases.create().map(Wire::toMillis),
                phases.first().map(Wire::toMillis),
                phases.dispose().map(Wire::toMillis),
                Optional.empty());
    }

    private static double toMillis(Duration duration) {
        return duration.toNanos() / 1e6;
    }

    static Message.EvidenceInfo evidenceInfo(RawEvidence raw) {
        return new Message.EvidenceInfo(
                raw.granted(),
                raw.build(),
                raw.log(),
                raw.placements().stream()
                        .map(node -> new Message.PlacementInfo(node.node(), node.operator(), node.provider()))
                        .toList(),
                nodes(raw.adapter()),
                raw.graphDevices(),
                nodes(raw.environment()),
                KernelWire.infos(raw.kernels()));
    }

    private static Map<String, JsonNode> nodes(Map<String, String> facts) {
        Map<String, JsonNode> nodes = new LinkedHashMap<>();
        facts.forEach((name, value) -> nodes.put(name, TextNode.valueOf(value)));
        return nodes;
    }

    static Message.Stream stream(String job, int stream, StreamRequest request, AssetLocator locator) {
        return new Message.Stream(
                job,
                stream,
                new Message.Asset(request.audio().sha256(), locator.locate(request.audio())),
                request.sampleRate(),
                request.frameSamples(),
                request.contextSamples(),
                request.input(),
                request.length().toNanos() / 1e9,
                request.queueFrames(),
                request.speed(),
                request.offline());
    }

    static Message.Media media(String job, int number, MediaRequest request, AssetLocator locator) {
        return new Message.Media(
                job,
                number,
                request.way().id(),
                new Message.Asset(request.file().sha256(), locator.locate(request.file())),
                request.sampleRate(),
                request.repeats(),
                toMillis(request.atMost()));
    }

    static SessionEnd closing(Message.Result result) {
        return new SessionEnd(
                phases(result.phases()),
                result.evidence().map(Wire::evidence),
                result.memory()
                        .map(memory -> new Memory(
                                memory.peakBytes(),
                                memory.source(),
                                memory.afterBytes(),
                                memory.parts().orElse(Map.of()))),
                result.poisoned());
    }

    static PageMemory pageMemory(Message.MemoryReport report) {
        return new PageMemory(report.bytes(), report.breakdown(), report.source(), report.reason());
    }

    static Message.Kernels kernels(KernelRequest request) {
        return new Message.Kernels(
                request.id(),
                request.device().name().toLowerCase(Locale.ROOT),
                request.threads(),
                request.quick(),
                toMillis(request.budget()),
                request.largestBytes());
    }

    /** What no reading can be is one that says so. */
    static KernelReading reading(Message.Reading reading) {
        try {
            return new KernelReading(
                    reading.kernel(),
                    reading.size(),
                    KernelReading.Unit.valueOf(reading.unit().toUpperCase(Locale.ROOT)),
                    reading.work(),
                    reading.threads(),
                    Samples.ofMillis(reading.samples().stream()
                            .mapToDouble(Double::doubleValue)
                            .toArray()),
                    reading.reason());
        } catch (IllegalArgumentException e) {
            return KernelReading.without(
                    reading.kernel(),
                    reading.size(),
                    KernelReading.Unit.CALL,
                    reading.threads(),
                    "the runner's reading makes no sense: " + e.getMessage());
        }
    }

    /** A reading as a message. */
    public static Message.Reading reading(String job, KernelReading reading) {
        return new Message.Reading(
                job,
                reading.kernel(),
                reading.size(),
                reading.unit().name().toLowerCase(Locale.ROOT),
                reading.work(),
                reading.threads(),
                Arrays.stream(reading.samples().millis()).boxed().toList(),
                reading.reason());
    }

    static PackEnd packEnd(Message.Result result) {
        return new PackEnd(result.poisoned(), facts(result.facts().orElse(Map.of())));
    }

    static Fault refused(Message.Result result) {
        return new Fault.Refused(
                result.error().map(Message.ErrorInfo::phase).orElse("unknown"),
                result.error().map(Message.ErrorInfo::name).orElse(result.status()),
                result.error().map(Message.ErrorInfo::message).orElse("the runner gave no error"),
                result.error().flatMap(Message.ErrorInfo::stack),
                phases(result.phases()),
                result.poisoned(),
                result.evidence().map(Wire::evidence));
    }

    static Phases phases(Message.PhaseTimes times) {
        return new Phases(
                times.fetchMs().map(Wire::millis),
                times.createMs().map(Wire::millis),
                times.firstMs().map(Wire::millis),
                times.disposeMs().map(Wire::millis));
    }

    /** Kernels that cannot be are left out, all of them, and a fact says why. */
    static RawEvidence evidence(Message.EvidenceInfo info) {
        Map<String, String> environment = facts(info.environment());
        List<Kernel> kernels = List.of();
        try {
            kernels = KernelWire.kernels(info.kernels().orElse(List.of()));
        } catch (IllegalArgumentException e) {
            environment.put(RawEvidence.KERNELS_REFUSED, String.valueOf(e.getMessage()));
        }
        return new RawEvidence(
                info.granted(),
                info.build(),
                info.log(),
                info.placements().stream()
                        .map(node -> new RawEvidence.NodePlacement(node.node(), node.operator(), node.provider()))
                        .toList(),
                facts(info.adapter()),
                info.graphDevices(),
                environment,
                kernels);
    }

    /** Facts as text; a null is left out, for unknown is not a value. */
    public static Map<String, String> facts(Map<String, JsonNode> nodes) {
        Map<String, String> facts = new LinkedHashMap<>();
        nodes.forEach((key, value) -> {
            if (!value.isNull()) {
                facts.put(key, value.asText());
            }
        });
        return facts;
    }
}
