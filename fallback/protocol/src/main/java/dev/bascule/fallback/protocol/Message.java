package dev.bascule.fallback.protocol;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonSubTypes.Type;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.fallback.answer.AnswerSpec;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.job.PipelineFeed;
import dev.bascule.fallback.job.PipelineSpec;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The messages of the runner protocol that are plain JSON, as {@code protocol-v1.schema.json} fixes them. Tensors and
 * samples travel in binary frames: see {@link Packet}.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
    @Type(value = Message.Hello.class, name = "hello"),
    @Type(value = Message.Welcome.class, name = "welcome"),
    @Type(value = Message.Capable.class, name = "capabilities"),
    @Type(value = Message.Progress.class, name = "progress"),
    @Type(value = Message.Measured.class, name = "measured"),
    @Type(value = Message.Inferred.class, name = "inferred"),
    @Type(value = Message.Advanced.class, name = "advanced"),
    @Type(value = Message.Result.class, name = "result"),
    @Type(value = Message.MemoryReport.class, name = "memoryReport"),
    @Type(value = Message.Streamed.class, name = "streamed"),
    @Type(value = Message.EndToEndMeasured.class, name = "endToEndMeasured"),
    @Type(value = Message.MediaReturned.class, name = "mediaReturned"),
    @Type(value = Message.Reading.class, name = "reading"),
    @Type(value = Message.Log.class, name = "log"),
    @Type(value = Message.Pong.class, name = "pong"),
    @Type(value = Message.Bye.class, name = "bye"),
    @Type(value = Message.Execute.class, name = "execute"),
    @Type(value = Message.Measure.class, name = "measure"),
    @Type(value = Message.Infer.class, name = "infer"),
    @Type(value = Message.Advance.class, name = "advance"),
    @Type(value = Message.MemoryRequest.class, name = "memory"),
    @Type(value = Message.Stream.class, name = "stream"),
    @Type(value = Message.EndToEnd.class, name = "endToEnd"),
    @Type(value = Message.Media.class, name = "media"),
    @Type(value = Message.Finish.class, name = "finish"),
    @Type(value = Message.Prepare.class, name = "prepare"),
    @Type(value = Message.Pack.class, name = "pack"),
    @Type(value = Message.Kernels.class, name = "kernels"),
    @Type(value = Message.Cancel.class, name = "cancel"),
    @Type(value = Message.Ping.class, name = "ping")
})
public sealed interface Message extends Packet {
    int VERSION = 1;

    /** What a runner says of a job that the host gave it. */
    sealed interface Answer extends Message, OfJob {}

    record Hello(
            int protocolVersion,
            String token,
            RunnerName runner,
            @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<Resume> resume)
            implements Message {}

    record Welcome(String session, long lastSeq) implements Message {}

    record Capable(
            List<EngineInfo> engines,
            List<BackendInfo> backends,
            Map<String, JsonNode> environment,
            @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<List<String>> features)
            implements Message {
        public Capable {
            engines = List.copyOf(engines);
            backends = List.copyOf(backends);
        }

        /** Of a runner that can do what the protocol's first form had. */
        public Capable(List<EngineInfo> engines, List<BackendInfo> backends, Map<String, JsonNode> environment) {
            this(engines, backends, environment, Optional.empty());
        }
    }

    record Progress(String job, String phase) implements Answer {}

    record Measured(
            String job,
            int block,
            int iterations,
            double elapsedMs,
            @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<List<Delivery>> delivered,
            @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<List<ChallengeTimes>> challenged)
            implements Answer {

        /** Of a runner that does not say what was delivered. */
        public Measured(String job, int block, int iterations, double elapsedMs) {
            this(job, block, iterations, elapsedMs, Optional.empty(), Optional.empty());
        }
    }

    record Inferred(String job, int number, double computeMs) implements Answer {}

    /**
     * @param feedMs milliseconds of each step that ran
     * @param stepMs the same
     * @param elapsedMs of the steps, reading back not included
     */
    record Advanced(
            String job, int number, List<Double> feedMs, List<Double> stepMs, double readBackMs, double elapsedMs)
            implements Answer {
        public Advanced {
            feedMs = List.copyOf(feedMs);
            stepMs = List.copyOf(stepMs);
        }
    }

    record Result(
            String job,
            String status,
            PhaseTimes phases,
            Optional<EvidenceInfo> evidence,
            Optional<ErrorInfo> error,
            Optional<MemoryInfo> memory,
            @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<String> poisoned,
            @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<Map<String, JsonNode>> facts)
            implements Answer {

        /** Of a runner that is still sound. */
        public Result(
                String job,
                String status,
                PhaseTimes phases,
                Optional<EvidenceInfo> evidence,
                Optional<ErrorInfo> error,
                Optional<MemoryInfo> memory) {
            this(job, status, phases, evidence, error, memory, Optional.empty(), Optional.empty());
        }
    }

    record MemoryReport(
            String job, Optional<Long> bytes, Map<String, Long> breakdown, String source, Optional<String> reason)
            implements Answer {
        public MemoryReport {
            breakdown = Map.copyOf(breakdown);
        }
    }

    record Streamed(
            String job,
            int stream,
            int frames,
            int processed,
            int dropped,
            double audioMs,
            double processingMs,
            Map<String, JsonNode> facts,
            Optional<ErrorInfo> error)
            implements Answer {}

    /** @param stepsMs milliseconds of each timed iteration by the step's word */
    record EndToEndMeasured(
            String job,
            int number,
            Map<String, List<Double>> stepsMs,
            int inferences,
            double elapsedMs,
            Optional<ErrorInfo> error,
            @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<dev.bascule.fallback.answer.Answer> answer)
            implements Answer {
        public EndToEndMeasured {
            stepsMs = Collections.unmodifiableMap(new LinkedHashMap<>(stepsMs));
        }
    }

    /** @param timesMs milliseconds of each repeat by the step's word */
    record MediaReturned(
            String job,
            int number,
            Map<String, List<Double>> timesMs,
            Map<String, JsonNode> facts,
            Optional<ErrorInfo> error)
            implements Answer {
        public MediaReturned {
            timesMs = Collections.unmodifiableMap(new LinkedHashMap<>(timesMs));
        }
    }

    record Reading(
            String job,
            String kernel,
            long size,
            String unit,
            double work,
            int threads,
            List<Double> samples,
            Optional<String> reason)
            implements Answer {
        public Reading {
            samples = List.copyOf(samples);
        }
    }

    record Log(String level, String text) implements Message {}

    record Pong() implements Message {}

    record Bye(String reason) implements Message {}

    record Execute(
            String job,
            String backend,
            ModelLocation model,
            List<String> outputs,
            Map<String, String> carry,
            int steps,
            SessionSettings settings)
            implements Message {
        public Execute {
            outputs = List.copyOf(outputs);
            carry = Map.copyOf(carry);
        }
    }

    record Measure(
            String job,
            int block,
            int iterations,
            double minMs,
            double maxMs,
            @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<List<ChallengePoint>> challenges)
            implements Message {

        /** Without challenges. */
        public Measure(String job, int block, int iterations, double minMs, double maxMs) {
            this(job, block, iterations, minMs, maxMs, Optional.empty());
        }
    }

    record Infer(String job, int number) implements Message {}

    record Advance(String job, int number, int steps, List<String> read, double maxMs) implements Message {
        public Advance {
            read = List.copyOf(read);
        }
    }

    record MemoryRequest(String job, double timeoutMs) implements Message {}

    record Stream(
            String job,
            int stream,
            Asset audio,
            int sampleRate,
            int frameSamples,
            int contextSamples,
            String input,
            double seconds,
            int queueFrames,
            double speed,
            boolean offline)
            implements Message {}

    record EndToEnd(
            String job,
            int number,
            PipelineSpec pipeline,
            Map<String, Asset> assets,
            Optional<String> text,
            List<PipelineFeed> feeds,
            int iterations,
            int warmUps,
            double maxMs,
            @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<AnswerSpec> answer)
            implements Message {
        public EndToEnd {
            assets = Map.copyOf(assets);
            feeds = List.copyOf(feeds);
        }
    }

    record Media(String job, int number, String way, Asset file, int sampleRate, int repeats, double maxMs)
            implements Message {}

    record Finish(String job) implements Message {}

    record Prepare(String job, PipelineSpec pipeline, Map<String, Asset> assets, Optional<String> text)
            implements Message {
        public Prepare {
            assets = Map.copyOf(assets);
        }
    }

    record Pack(
            String job,
            String backend,
            Asset pack,
            List<Integer> cases,
            boolean alone,
            int workers,
            double caseMs,
            SessionSettings settings)
            implements Message {

        public Pack {
            cases = List.copyOf(cases);
        }
    }

    record Kernels(String job, String device, int threads, boolean quick, double budgetMs, long largestBytes)
            implements Message {}

    record Cancel(String job) implements Message {}

    record Ping() implements Message {}

    record ChallengePoint(int number, int after, int steps) {}

    record ChallengeTimes(int number, List<Double> millis) {
        public ChallengeTimes {
            millis = List.copyOf(millis);
        }
    }

    record Delivery(int times, Map<String, Integer> outputs) {
        public Delivery {
            outputs = Map.copyOf(outputs);
        }
    }

    record RunnerName(String kind, String name) {}

    record Resume(String session, long lastSeq) {}

    record EngineInfo(String name, String version) {}

    record BackendInfo(
            String backend,
            String status,
            Optional<Boolean> software,
            Optional<EngineInfo> engine,
            Optional<String> build,
            Map<String, JsonNode> adapter,
            Optional<String> reason,
            @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<String> remedy,
            @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<List<TierInfo>> tiers) {

        /** Of a page, which looks at no tiers, and knows no remedy. */
        public BackendInfo(
                String backend,
                String status,
                Optional<Boolean> software,
                Optional<EngineInfo> engine,
                Optional<String> build,
                Map<String, JsonNode> adapter,
                Optional<String> reason) {
            this(backend, status, software, engine, build, adapter, reason, Optional.empty(), Optional.empty());
        }
    }

    record TierInfo(
            String tier,
            @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<String> evidence,
            @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<String> reason,
            @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<String> nextStep,
            @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<String> code) {}

    record PhaseTimes(
            Optional<Double> fetchMs,
            Optional<Double> createMs,
            Optional<Double> firstMs,
            Optional<Double> disposeMs,
            Optional<Double> preprocessMs) {}

    record EvidenceInfo(
            Optional<String> granted,
            Optional<String> build,
            List<String> log,
            List<PlacementInfo> placements,
            Map<String, JsonNode> adapter,
            List<String> graphDevices,
            Map<String, JsonNode> environment,
            @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<List<KernelInfo>> kernels) {
        public EvidenceInfo {
            log = List.copyOf(log);
            placements = List.copyOf(placements);
            graphDevices = List.copyOf(graphDevices);
            kernels = kernels.map(List::copyOf);
        }

        /** Of a session whose kernels nobody timed. */
        public EvidenceInfo(
                Optional<String> granted,
                Optional<String> build,
                List<String> log,
                List<PlacementInfo> placements,
                Map<String, JsonNode> adapter,
                List<String> graphDevices,
                Map<String, JsonNode> environment) {
            this(granted, build, log, placements, adapter, graphDevices, environment, Optional.empty());
        }
    }

    record PlacementInfo(String node, String operator, String provider) {}

    record KernelInfo(
            String operator,
            String provider,
            List<KernelTensorInfo> inputs,
            List<KernelTensorInfo> outputs,
            int count,
            double millis) {
        public KernelInfo {
            inputs = List.copyOf(inputs);
            outputs = List.copyOf(outputs);
        }
    }

    record KernelTensorInfo(String type, List<Long> shape) {
        public KernelTensorInfo {
            shape = List.copyOf(shape);
        }
    }

    record ErrorInfo(String phase, String name, String message, Optional<String> stack) {}

    record MemoryInfo(
            long peakBytes,
            String source,
            @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<Long> afterBytes,
            @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<Map<String, Long>> parts) {

        /** A peak alone. */
        public MemoryInfo(long peakBytes, String source) {
            this(peakBytes, source, Optional.empty(), Optional.empty());
        }
    }

    record ModelLocation(String sha256, long bytes, String url) {}

    record Asset(String sha256, String url) {}
}
