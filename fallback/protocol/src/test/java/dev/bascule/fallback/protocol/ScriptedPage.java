package dev.bascule.fallback.protocol;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.evidence.RawEvidence;
import dev.bascule.fallback.job.Advance;
import dev.bascule.fallback.job.AdvanceRequest;
import dev.bascule.fallback.job.Block;
import dev.bascule.fallback.job.BlockRequest;
import dev.bascule.fallback.job.EndToEndReply;
import dev.bascule.fallback.job.EndToEndRequest;
import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.job.Feeds;
import dev.bascule.fallback.job.Inference;
import dev.bascule.fallback.job.Job;
import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.fallback.job.Outputs;
import dev.bascule.fallback.job.Phases;
import dev.bascule.fallback.job.PipelineOutput;
import dev.bascule.fallback.job.PipelineRequest;
import dev.bascule.fallback.job.Reply;
import dev.bascule.fallback.job.SessionEnd;
import dev.bascule.fallback.job.StreamReport;
import dev.bascule.fallback.job.StreamRequest;
import dev.bascule.fallback.runner.Capabilities;
import dev.bascule.fallback.runner.RunnerSession;
import dev.bascule.fallback.runner.ScriptedRunner;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Serves a {@link ScriptedRunner} over the protocol, as the page and the native child serve theirs. */
final class ScriptedPage {
    private static final Duration LIMIT = Duration.ofSeconds(9);

    private final LoopbackPage page;
    private final ScriptedRunner runner;
    private final Map<String, List<Tensor>> inputs = new LinkedHashMap<>();
    /** The tensors of a numbered command. */
    private final List<Packet.TensorPacket> numbered = new ArrayList<>();

    private Optional<RunnerSession> session = Optional.empty();

    private ScriptedPage(LoopbackPage page, ScriptedRunner runner) {
        this.page = page;
        this.runner = runner;
    }

    static void serve(LoopbackPage page, ScriptedRunner runner) {
        page.answering(new ScriptedPage(page, runner)::answer);
        page.send(capable(runner.probe()));
    }

    static Message.Capable capable(Capabilities capabilities) {
        return new Message.Capable(
                List.of(),
                capabilities.backends().stream()
                        .map(report -> new Message.BackendInfo(
                                report.backend(),
                                report.status().id(),
                                report.software(),
                                report.engine().map(e -> new Message.EngineInfo(e.name(), e.version())),
                                report.engine().flatMap(e -> e.build()),
                                nodes(report.adapter()),
                                report.reason(),
                                report.remedy(),
                                Optional.empty()))
                        .toList(),
                nodes(capabilities.environment()),
                Optional.of(capabilities.features().stream().sorted().toList()));
    }

    private void answer(Packet packet) {
        if (packet instanceof Packet.TensorPacket tensor && tensor.iteration() > 0) {
            numbered.add(tensor);
        } else if (packet instanceof Packet.TensorPacket tensor) {
            inputs.computeIfAbsent(tensor.name(), name -> new ArrayList<>()).add(tensor.tensor());
        } else if (packet instanceof Message.Execute execute) {
            open(execute);
        } else if (packet instanceof Message.Measure measure) {
            measure(measure);
        } else if (packet instanceof Message.Infer infer) {
            infer(infer);
        } else if (packet instanceof Message.Advance advance) {
            advance(advance);
        } else if (packet instanceof Message.Finish finish) {
            answer(finish.job(), session.orElseThrow().finish(LIMIT), closing -> page.send(ok(finish.job(), closing)));
        } else if (packet instanceof Message.Stream stream) {
            stream(stream);
        } else if (packet instanceof Message.EndToEnd endToEnd) {
            endToEnd(endToEnd);
        } else if (packet instanceof Message.MemoryRequest request) {
            memory(request);
        } else if (packet instanceof Message.Prepare prepare) {
            prepare(prepare);
        } else if (packet instanceof Message.Ping) {
            page.send(new Message.Pong());
        }
    }

    private void open(Message.Execute execute) {
        Job job = new Job(
                execute.job(),
                Backends.installed().require(execute.backend()),
                new ModelArtifact(
                        execute.model().sha256(),
                        execute.model().bytes(),
                        Path.of(execute.model().url())),
                new Feeds(inputs, execute.carry()),
                execute.outputs(),
                SessionSettings.defaults().withEvidence(execute.settings().evidence()));
        inputs.clear();
        for (String phase : List.of("fetch", "create", "first")) {
            page.send(new Message.Progress(execute.job(), phase));
        }
        answer(execute.job(), runner.open(job, LIMIT), opened -> {
            session = Optional.of(opened);
            ship(execute.job(), opened.firstOutputs());
            page.send(new Message.Progress(execute.job(), "ready"));
        });
    }

    private void measure(Message.Measure measure) {
        BlockRequest request =
                new BlockRequest(measure.iterations(), Wire.millis(measure.minMs()), Wire.millis(measure.maxMs()));
        page.send(new Message.Progress(measure.job(), "measure"));
        answer(measure.job(), session.orElseThrow().measure(request, LIMIT), (Block block) -> {
            passes(block.samples().totalMillis());
            ship(measure.job(), block.newOutputs());
            page.send(new Packet.SamplesPacket(measure.job(), measure.block(), block.samples()));
            page.send(new Message.Measured(
                    measure.job(),
                    measure.block(),
                    block.samples().size(),
                    block.samples().totalMillis()));
        });
    }

    private void infer(Message.Infer infer) {
        Map<String, Tensor> tensors = new LinkedHashMap<>();
        numbered.forEach(tensor -> tensors.put(tensor.name(), tensor.tensor()));
        numbered.clear();
        page.send(new Message.Progress(infer.job(), "infer"));
        answer(infer.job(), session.orElseThrow().infer(tensors, LIMIT), (Inference done) -> {
            done.outputs()
                    .forEach((name, tensor) ->
                            page.send(new Packet.TensorPacket(infer.job(), "output", name, 0, infer.number(), tensor)));
            page.send(new Message.Inferred(
                    infer.job(), infer.number(), done.compute().toNanos() / 1e6));
        });
    }

    private void advance(Message.Advance asked) {
        List<Map<String, Tensor>> steps = new ArrayList<>();
        for (int step = 0; step < asked.steps(); step++) {
            int here = step;
            steps.add(numbered.stream()
                    .filter(tensor -> tensor.step() == here)
                    .collect(Collectors.toMap(Packet.TensorPacket::name, Packet.TensorPacket::tensor)));
        }
        numbered.clear();
        page.send(new Message.Progress(asked.job(), "advance"));
        AdvanceRequest request = new AdvanceRequest(steps, Set.copyOf(asked.read()), Wire.millis(asked.maxMs()));
        answer(asked.job(), session.orElseThrow().advance(request, LIMIT), (Advance done) -> {
            passes(done.steps().totalMillis());
            for (int step = 0; step < done.outputs().size(); step++) {
                ship(asked, "output", step, done.outputs().get(step));
            }
            ship(asked, "state", done.outputs().size() - 1, done.state());
            page.send(new Message.Advanced(
                    asked.job(),
                    asked.number(),
                    Arrays.stream(done.feeds().millis()).boxed().toList(),
                    Arrays.stream(done.steps().millis()).boxed().toList(),
                    done.readBack().toNanos() / 1e6,
                    done.steps().totalMillis()));
        });
    }

    private void ship(Message.Advance asked, String role, int step, Map<String, Tensor> tensors) {
        tensors.forEach((name, tensor) ->
                page.send(new Packet.TensorPacket(asked.job(), role, name, step, asked.number(), tensor)));
    }

    /** What a runner says that it timed has passed on the host's clock, too. */
    private static void passes(double millis) {
        try {
            Thread.sleep((long) Math.ceil(millis));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void stream(Message.Stream stream) {
        StreamRequest request = new StreamRequest(
                new ModelArtifact(
                        stream.audio().sha256(), 0, Path.of(stream.audio().url())),
                stream.sampleRate(),
                stream.frameSamples(),
                stream.input(),
                Wire.millis(stream.seconds() * 1000),
                stream.queueFrames(),
                stream.speed(),
                stream.offline(),
                stream.contextSamples());
        Reply<StreamReport> reply = session.orElseThrow().stream(request, LIMIT);
        if (reply instanceof Reply.Failed<StreamReport> failed && failed.fault() instanceof Fault.Refused refused) {
            page.send(new Message.Streamed(
                    stream.job(), stream.stream(), 0, 0, 0, 0, 0, Map.of(), Optional.of(error(refused))));
            return;
        }
        answer(stream.job(), reply, report -> {
            ship(stream.job(), "latencyMs", doubles(report.latency().millis()));
            ship(stream.job(), "inferenceMs", doubles(report.inference().millis()));
            ship(stream.job(), "frame", ints(report.processedFrames()));
            ship(stream.job(), "pcm", report.pcm());
            report.outputs().forEach((name, tensor) -> ship(stream.job(), "output/" + name, tensor));
            page.send(new Message.Streamed(
                    stream.job(),
                    stream.stream(),
                    report.frames(),
                    report.processed(),
                    report.dropped(),
                    report.audio().toNanos() / 1e6,
                    report.processing().toNanos() / 1e6,
                    nodes(report.facts()),
                    Optional.empty()));
        });
    }

    private void endToEnd(Message.EndToEnd asked) {
        PipelineRequest pipeline = new PipelineRequest(asked.job(), asked.pipeline(), Map.of(), asked.text());
        EndToEndRequest request = new EndToEndRequest(
                pipeline,
                asked.feeds(),
                asked.iterations(),
                asked.warmUps(),
                Wire.millis(asked.maxMs()),
                asked.answer());
        Reply<EndToEndReply> reply = session.orElseThrow().endToEnd(request, LIMIT);
        page.send(new Message.Progress(asked.job(), "endToEnd"));
        if (reply instanceof Reply.Failed<EndToEndReply> failed && failed.fault() instanceof Fault.Refused refused) {
            page.send(new Message.EndToEndMeasured(
                    asked.job(), asked.number(), Map.of(), 0, 0, Optional.of(error(refused)), Optional.empty()));
            return;
        }
        answer(asked.job(), reply, done -> {
            passes(done.times().total().totalMillis());
            ship(asked.job(), done.outputs());
            Map<String, List<Double>> steps = new LinkedHashMap<>();
            done.times()
                    .steps()
                    .forEach((step, samples) -> steps.put(
                            step.word(), Arrays.stream(samples.millis()).boxed().toList()));
            page.send(new Message.EndToEndMeasured(
                    asked.job(),
                    asked.number(),
                    steps,
                    Math.toIntExact(done.inferences()),
                    done.elapsed().toNanos() / 1e6,
                    Optional.empty(),
                    done.answer()));
        });
    }

    private void ship(String job, String name, Tensor tensor) {
        page.send(new Packet.TensorPacket(job, "stream", name, 0, 0, tensor));
    }

    private static Tensor doubles(double[] values) {
        ByteBuffer bytes = ByteBuffer.allocate(8 * values.length).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asDoubleBuffer().put(values);
        return Tensor.of(DType.FLOAT64, Shape.of(values.length), bytes.array());
    }

    private static Tensor ints(List<Integer> values) {
        ByteBuffer bytes = ByteBuffer.allocate(4 * values.size()).order(ByteOrder.LITTLE_ENDIAN);
        values.forEach(bytes::putInt);
        return Tensor.of(DType.INT32, Shape.of(values.size()), bytes.array());
    }

    private void memory(Message.MemoryRequest request) {
        answer(
                request.job(),
                runner.memory(LIMIT),
                memory -> page.send(new Message.MemoryReport(
                        request.job(), memory.bytes(), memory.breakdown(), memory.source(), memory.reason())));
    }

    private void prepare(Message.Prepare prepare) {
        PipelineRequest request = new PipelineRequest(prepare.job(), prepare.pipeline(), Map.of(), prepare.text());
        answer(prepare.job(), runner.prepare(request, LIMIT), (PipelineOutput prepared) -> {
            prepared.tensors()
                    .forEach((name, tensor) ->
                            page.send(new Packet.TensorPacket(prepare.job(), "prepared", name, 0, 0, tensor)));
            page.send(new Message.Result(
                    prepare.job(),
                    "ok",
                    new Message.PhaseTimes(
                            Optional.empty(),
                            Optional.empty(),
                            Optional.empty(),
                            Optional.empty(),
                            Optional.of(prepared.elapsed().toNanos() / 1e6)),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty()));
        });
    }

    /** A refusal is told, a time-out is silence, a death is a closed connection. */
    private <T> void answer(String job, Reply<T> reply, java.util.function.Consumer<T> whenOk) {
        if (reply instanceof Reply.Ok<T> ok) {
            whenOk.accept(ok.value());
            return;
        }
        Fault fault = ((Reply.Failed<T>) reply).fault();
        if (fault instanceof Fault.Refused refused) {
            page.send(new Message.Result(
                    job,
                    "failed",
                    times(refused.phases()),
                    refused.evidence().map(ScriptedPage::info),
                    Optional.of(error(refused)),
                    Optional.empty(),
                    refused.poisoned(),
                    Optional.empty()));
        } else if (fault instanceof Fault.Lost) {
            page.cut();
        }
    }

    private void ship(String job, Outputs outputs) {
        outputs.all()
                .forEach(output -> page.send(new Packet.TensorPacket(
                        job, "output", output.name(), output.step(), output.iteration(), output.tensor())));
    }

    private static Message.Result ok(String job, SessionEnd closing) {
        return new Message.Result(
                job,
                "ok",
                times(closing.phases()),
                closing.evidence().map(ScriptedPage::info),
                Optional.empty(),
                closing.memory()
                        .map(memory -> new Message.MemoryInfo(
                                memory.peakBytes(), memory.source(), memory.afterBytes(), Optional.of(memory.parts()))),
                closing.poisoned(),
                Optional.empty());
    }

    private static Message.ErrorInfo error(Fault.Refused refused) {
        return new Message.ErrorInfo(refused.phase(), refused.name(), refused.message(), refused.stack());
    }

    private static Message.EvidenceInfo info(RawEvidence raw) {
        return new Message.EvidenceInfo(
                raw.granted(),
                raw.build(),
                raw.log(),
                raw.placements().stream()
                        .map(node -> new Message.PlacementInfo(node.node(), node.operator(), node.provider()))
                        .toList(),
                nodes(raw.adapter()),
                raw.graphDevices(),
                nodes(raw.environment()));
    }

    private static Message.PhaseTimes times(Phases phases) {
        return new Message.PhaseTimes(
                phases.fetch().map(d -> d.toNanos() / 1e6),
                phases.create().map(d -> d.toNanos() / 1e6),
                phases.first().map(d -> d.toNanos() / 1e6),
                phases.dispose().map(d -> d.toNanos() / 1e6),
                Optional.empty());
    }

    private static Map<String, JsonNode> nodes(Map<String, String> facts) {
        Map<String, JsonNode> nodes = new LinkedHashMap<>();
        facts.forEach((key, value) -> nodes.put(key, TextNode.valueOf(value)));
        return nodes;
    }
}
