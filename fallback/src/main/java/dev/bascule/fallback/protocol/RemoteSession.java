package dev.bascule.fallback.protocol;

import dev.bascule.fallback.runner.Block;
import dev.bascule.fallback.runner.BlockRequest;
import dev.bascule.fallback.runner.Capabilities;
import dev.bascule.fallback.runner.Challenge;
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
    private final Deliveries deliveries;
    private Outputs first = Outputs.NONE;
    private int blocks;
    private int streams;
    private int inferences;
    private int challenges;

    RemoteSession(RemoteRunner runner, Job job) {
        this.runner = runner;
        this.job = job;
        this.deliveries = new Deliveries(job.feeds().steps(), job.outputs());
    }

    Reply<RunnerSession> awaitReady(Duration timeout) {
        List<Outputs.Output> outputs = new ArrayList<>();
        return runner.await(job.id(), timeout, packet -> {
            collect(packet, outputs);
            if (packet instanceof Message.Progress progress && progress.phase().equals("ready")) {
                first = new Outputs(outputs);
                deliveries.first(first);
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
    public boolean takesChallenges() {
        return runner.probe().features().contains(Capabilities.CHALLENGES);
    }

    @Override
    public Reply<Block> measure(BlockRequest request, Duration timeout) {
        int block = blocks++;
        BlockCollector collector = new BlockCollector(block);
        runner.send(new Message.Measure(
                job.id(),
                block,
                request.iterations(),
                request.atLeast().toNanos() / 1e6,
                request.atMost().toNanos() / 1e6,
                posed(request.challenges(), collector)));
        List<Message.Measured> end = new ArrayList<>();
        Reply<Block> reply = runner.await(job.id(), timeout, packet -> {
            Optional<Message.Measured> done = collector.take(packet);
            done.ifPresent(end::add);
            return done.map(collector::block);
        });
        return reply instanceof Reply.Ok<Block> whole ? held(whole, end.get(0), collector) : reply;
    }

    /** Sends the inputs of challenges; empty where there are none. */
    private Optional<List<Message.ChallengePoint>> posed(List<Challenge> asked, BlockCollector collector) {
        List<Message.ChallengePoint> points = new ArrayList<>();
        for (Challenge challenge : takesChallenges() ? asked : List.<Challenge>of()) {
            int number = ++challenges;
            challenge.feeds().inputs().forEach((input, tensors) -> {
                for (int step = 0; step < tensors.size(); step++) {
                    runner.send(new Packet.TensorPacket(
                            job.id(), "challenge", input, step, number, tensors.get(step)));
                }
            });
            collector.expect(number, challenge);
            points.add(new Message.ChallengePoint(
                    number, challenge.after(), challenge.feeds().steps()));
        }
        return points.isEmpty() ? Optional.empty() : Optional.of(points);
    }

    /** A block that is not what was asked for costs the runner. */
    private Reply<Block> held(Reply.Ok<Block> reply, Message.Measured end, BlockCollector collector) {
        Block block = reply.value();
        int brought = block.samples().size();
        if (brought == 0 || brought != end.iterations()) {
            return lost(new Fault.Lost(
                    "measure", "it announced %d iterations and brought %d samples".formatted(end.iterations(), brought)));
        }
        Optional<String> missing =
                takesChallenges() ? collector.missing(end, block, deliveries) : Optional.empty();
        return missing.isPresent() ? lost(Fault.Lost.undelivered("measure", missing.get())) : reply;
    }

    private Reply<Block> lost(Fault.Lost fault) {
        runner.gone(fault.reason());
        return new Reply.Failed<>(fault);
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
