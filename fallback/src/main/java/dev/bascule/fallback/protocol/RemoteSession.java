package dev.bascule.fallback.protocol;

import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.runner.Block;
import dev.bascule.fallback.runner.BlockRequest;
import dev.bascule.fallback.runner.Closing;
import dev.bascule.fallback.runner.Fault;
import dev.bascule.fallback.runner.Inference;
import dev.bascule.fallback.runner.Job;
import dev.bascule.fallback.runner.Outputs;
import dev.bascule.fallback.runner.Reply;
import dev.bascule.fallback.runner.RunnerSession;
import dev.bascule.fallback.runner.StreamReport;
import dev.bascule.fallback.runner.StreamRequest;
import dev.bascule.fallback.tensor.Tensor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The host's end of an open session. */
final class RemoteSession implements RunnerSession {
    private final RemoteRunner runner;
    private final Job job;
    private Outputs first = Outputs.NONE;
    private int blocks;
    private int streams;
    private int inferences;

    RemoteSession(RemoteRunner runner, Job job) {
        this.runner = runner;
        this.job = job;
    }

    Reply<RunnerSession> awaitReady(Duration timeout) {
        List<Outputs.Output> outputs = new ArrayList<>();
        return runner.await(job.id(), timeout, packet -> {
            collect(packet, outputs);
            if (packet instanceof Message.Progress progress && progress.phase().equals("ready")) {
                first = new Outputs(outputs);
                return Optional.of(this);
            }
            return Optional.empty();
        });
    }

    @Override
    public Outputs firstOutputs() {
        return first;
    }

    @Override
    public Reply<Block> measure(BlockRequest request, Duration timeout) {
        int block = blocks++;
        runner.send(new Message.Measure(
                job.id(),
                block,
                request.iterations(),
                request.atLeast().toNanos() / 1e6,
                request.atMost().toNanos() / 1e6));
        List<Outputs.Output> fresh = new ArrayList<>();
        List<Samples> samples = new ArrayList<>();
        int[] announced = {0};
        Reply<Block> reply = runner.await(job.id(), timeout, packet -> {
            collect(packet, fresh);
            if (packet instanceof Packet.SamplesPacket measured && measured.block() == block) {
                samples.add(measured.samples());
            }
            if (packet instanceof Message.Measured done && done.block() == block) {
                announced[0] = done.iterations();
                return Optional.of(new Block(Samples.concat(samples), new Outputs(fresh)));
            }
            return Optional.empty();
        });
        int brought = reply.result().map(done -> done.samples().size()).orElse(0);
        if (reply instanceof Reply.Ok<Block> && (brought == 0 || brought != announced[0])) {
            String reason = "it announced %d iterations and brought %d samples".formatted(announced[0], brought);
            runner.gone(reason);
            return new Reply.Failed<>(new Fault.Lost("measure", reason));
        }
        return reply;
    }

    @Override
    public Reply<Inference> infer(Map<String, Tensor> inputs, Duration timeout) {
        int number = ++inferences;
        long sent = System.nanoTime();
        inputs.forEach(
                (name, tensor) -> runner.send(new Packet.TensorPacket(job.id(), "input", name, 0, number, tensor)));
        runner.send(new Message.Infer(job.id(), number));
        Map<String, Tensor> outputs = new LinkedHashMap<>();
        long[] noticed = {sent};
        return runner.await(job.id(), timeout, packet -> {
            if (packet instanceof Message.Progress progress && progress.phase().equals("infer")) {
                noticed[0] = System.nanoTime();
            }
            if (packet instanceof Packet.TensorPacket tensor && tensor.iteration() == number) {
                outputs.put(tensor.name(), tensor.tensor());
            }
            if (packet instanceof Message.Inferred done && done.number() == number) {
                return Optional.of(Inference.timed(
                        outputs,
                        Duration.ofNanos(noticed[0] - sent),
                        Wire.millis(done.computeMs()),
                        Duration.ofNanos(System.nanoTime() - sent)));
            }
            return Optional.empty();
        });
    }

    @Override
    public Reply<StreamReport> stream(StreamRequest request, Duration timeout) {
        int stream = streams++;
        runner.send(Wire.stream(job.id(), stream, request, runner.locator()));
        StreamCollector collector = new StreamCollector(stream);
        Reply<Reply<StreamReport>> reply = runner.await(job.id(), timeout, collector::take);
        if (reply instanceof Reply.Ok<Reply<StreamReport>> ended) {
            if (ended.value() instanceof Reply.Failed<StreamReport> failed
                    && failed.fault() instanceof Fault.Lost lost) {
                runner.gone(lost.reason());
            }
            return ended.value();
        }
        return new Reply.Failed<>(((Reply.Failed<Reply<StreamReport>>) reply).fault());
    }

    @Override
    public Reply<Closing> finish(Duration timeout) {
        runner.send(new Message.Finish(job.id()));
        return runner.await(
                job.id(),
                timeout,
                packet ->
                        packet instanceof Message.Result result ? Optional.of(Wire.closing(result)) : Optional.empty());
    }

    private static void collect(Packet packet, List<Outputs.Output> outputs) {
        if (packet instanceof Packet.TensorPacket tensor && tensor.role().equals("output")) {
            outputs.add(new Outputs.Output(tensor.name(), tensor.step(), tensor.iteration(), tensor.tensor()));
        }
    }
}
