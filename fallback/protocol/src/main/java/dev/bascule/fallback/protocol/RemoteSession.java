package dev.bascule.fallback.protocol;

import dev.bascule.fallback.job.Advance;
import dev.bascule.fallback.job.AdvanceRequest;
import dev.bascule.fallback.job.Block;
import dev.bascule.fallback.job.BlockRequest;
import dev.bascule.fallback.job.Challenge;
import dev.bascule.fallback.job.EndToEndReply;
import dev.bascule.fallback.job.EndToEndRequest;
import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.job.Inference;
import dev.bascule.fallback.job.Job;
import dev.bascule.fallback.job.MediaReply;
import dev.bascule.fallback.job.MediaRequest;
import dev.bascule.fallback.job.Outputs;
import dev.bascule.fallback.job.Phases;
import dev.bascule.fallback.job.Reply;
import dev.bascule.fallback.job.SessionEnd;
import dev.bascule.fallback.job.StreamReport;
import dev.bascule.fallback.job.StreamRequest;
import dev.bascule.fallback.measure.BlockBounds;
import dev.bascule.fallback.measure.FabricatedSamples;
import dev.bascule.fallback.measure.HostRate;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.runner.Capabilities;
import dev.bascule.fallback.runner.RunnerSession;
import dev.bascule.fallback.tensor.Tensor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The host's end of an open session. Whatever the runner says that it timed is held against the host's own clock: what cannot be is
 * a fault, and no number.
 */
final class RemoteSession implements RunnerSession {
    /** How often a block is measured that the clocks disagree about: a machine that stood still once is no liar. */
    private static final int LOOKS = 3;

    private final RemoteRunner runner;
    private final Job job;
    private final DeliveryCheck deliveries;
    private Outputs first = Outputs.NONE;
    private int blocks;
    private int streams;
    private int inferences;
    private int endToEnds;
    private int medias;
    private int challenges;
    private final List<Samples> brought = new ArrayList<>();
    private final HostRate rate = new HostRate();
    private final RemoteSteps steps;
    private final long opened;
    private Duration opening = Duration.ZERO;
    /** Of an iteration, or more: those of all steps. */
    private long outputBytes;

    RemoteSession(RemoteRunner runner, Job job) {
        this.runner = runner;
        this.job = job;
        this.deliveries = new DeliveryCheck(job.feeds().steps(), job.outputs());
        this.steps = new RemoteSteps(runner, job, rate, LOOKS);
        this.opened = System.nanoTime();
    }

    Reply<RunnerSession> awaitReady(Duration timeout) {
        List<Outputs.Output> outputs = new ArrayList<>();
        return runner.await(job.id(), timeout, packet -> {
            collect(packet, outputs);
            if (packet instanceof Message.Progress progress && progress.phase().equals("ready")) {
                opening = Duration.ofNanos(System.nanoTime() - opened);
                first = new Outputs(outputs);
                deliveries.first(first);
                steps.first(first);
                outputBytes = outputs.stream()
                        .mapToLong(output -> output.tensor().bytes().length)
                        .sum();
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
        List<Outputs.Output> fresh = new ArrayList<>();
        String doubt = "";
        for (int look = 0; look < LOOKS; look++) {
            Reply<Told> reply = ask(request, timeout);
            Optional<Fault> fault = reply.failed();
            if (fault.isPresent()) {
                return new Reply.Failed<>(fault.get());
            }
            Told told = reply.result().orElseThrow();
            Block block = told.block();
            fresh.addAll(block.newOutputs().all());
            BlockBounds.Finding finding = BlockBounds.judge(told.seen());
            Optional<String> impossible = finding instanceof BlockBounds.Finding.Impossible no
                    ? Optional.of(no.reason())
                    : FabricatedSamples.in(block.samples(), brought);
            if (impossible.isPresent()) {
                return new Reply.Failed<>(new Fault.Implausible("measure", impossible.get()));
            }
            if (!(finding instanceof BlockBounds.Finding.Doubtful doubtful)) {
                brought.add(block.samples());
                rate.saw(told.seen(), bytes(block));
                return new Reply.Ok<>(new Block(block.samples(), new Outputs(fresh), block.challenged()));
            }
            doubt = doubtful.reason();
        }
        return new Reply.Failed<>(new Fault.Implausible("measure", doubt + ", %d times in a row".formatted(LOOKS)));
    }

    @Override
    public Optional<String> doubt() {
        return rate.doubt().or(steps::doubt);
    }

    private static long bytes(Block block) {
        return Stream.concat(
                        block.newOutputs().all().stream(),
                        block.challenged().stream().flatMap(answer -> answer.outputs().all().stream()))
                .mapToLong(output -> output.tensor().bytes().length)
                .sum();
    }

    /** What the runner tells of a block, and what the host saw of it. */
    private record Told(Block block, BlockBounds.Block seen) {}

    private Reply<Told> ask(BlockRequest request, Duration timeout) {
        int block = blocks++;
        BlockCollector collector = new BlockCollector(block);
        List<Message.ChallengePoint> posed = posed(request.challenges(), collector);
        long asked = System.nanoTime();
        runner.send(new Message.Measure(
                job.id(),
                block,
                request.iterations(),
                request.atLeast().toNanos() / 1e6,
                request.atMost().toNanos() / 1e6,
                posed.isEmpty() ? Optional.empty() : Optional.of(posed)));
        long[] noticed = {asked};
        List<Message.Measured> end = new ArrayList<>();
        Reply<Told> reply = runner.await(job.id(), timeout, packet -> {
            if (packet instanceof Message.Progress progress && progress.phase().equals("measure")) {
                noticed[0] = System.nanoTime();
            }
            Optional<Message.Measured> done = collector.take(packet);
            done.ifPresent(end::add);
            return done.map(told -> told(collector.block(told), told, noticed[0] - asked, System.nanoTime() - asked));
        });
        return reply.flatMap(told -> held(told, end.get(0), collector));
    }

    private Told told(Block block, Message.Measured end, long noticedNanos, long seenNanos) {
        double aside = block.challenged().stream()
                .mapToDouble(answer -> answer.inferences().totalMillis())
                .sum();
        return new Told(
                block,
                new BlockBounds.Block(
                        block.samples(),
                        Wire.millis(end.elapsedMs()),
                        Wire.millis(aside),
                        Duration.ofNanos(noticedNanos),
                        Duration.ofNanos(seenNanos),
                        outputBytes));
    }

    /** Sends the inputs of challenges; none where there are none. */
    private List<Message.ChallengePoint> posed(List<Challenge> asked, BlockCollector collector) {
        List<Message.ChallengePoint> points = new ArrayList<>();
        for (Challenge challenge : takesChallenges() ? asked : List.<Challenge>of()) {
            int number = ++challenges;
            challenge.feeds().inputs().forEach((input, tensors) -> {
                for (int step = 0; step < tensors.size(); step++) {
                    runner.send(new Packet.TensorPacket(job.id(), "challenge", input, step, number, tensors.get(step)));
                }
            });
            collector.expect(number, challenge);
            points.add(new Message.ChallengePoint(
                    number, challenge.after(), challenge.feeds().steps()));
        }
        return points;
    }

    /** A block that is not what was asked for costs the runner. */
    private Reply<Told> held(Told told, Message.Measured end, BlockCollector collector) {
        Block block = told.block();
        int brought = block.samples().size();
        if (brought == 0 || brought != end.iterations()) {
            return lost(new Fault.Lost(
                    "measure",
                    "it announced %d iterations and brought %d samples".formatted(end.iterations(), brought)));
        }
        Optional<String> missing = takesChallenges() ? collector.missing(end, block, deliveries) : Optional.empty();
        return missing.isPresent() ? lost(Fault.Lost.undelivered("measure", missing.get())) : new Reply.Ok<>(told);
    }

    private Reply<Told> lost(Fault.Lost fault) {
        runner.gone(fault.end());
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
        Reply<Inference> reply = runner.await(job.id(), timeout, packet -> {
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
        Duration seen = Duration.ofNanos(System.nanoTime() - sent);
        return reply.result()
                .flatMap(done -> BlockBounds.beyond("an inference", done.compute(), seen))
                .<Reply<Inference>>map(reason -> new Reply.Failed<>(new Fault.Implausible("infer", reason)))
                .orElse(reply);
    }

    @Override
    public boolean takesSteps() {
        return runner.probe().features().contains(Capabilities.STEPS);
    }

    @Override
    public Reply<Advance> advance(AdvanceRequest request, Duration timeout) {
        return takesSteps() ? steps.advance(request, timeout) : RunnerSession.super.advance(request, timeout);
    }

    @Override
    public Reply<StreamReport> stream(StreamRequest request, Duration timeout) {
        int stream = streams++;
        StreamCollector collector = new StreamCollector(stream);
        Reply<Reply<StreamReport>> reply;
        try (AssetLeases leases = runner.lend()) {
            runner.send(Wire.stream(job.id(), stream, request, leases));
            reply = runner.await(job.id(), timeout, collector::take);
        }
        return reply.flatMap(this::lostIfLost);
    }

    @Override
    public boolean takesEndToEnd() {
        return runner.probe().features().contains(Capabilities.END_TO_END);
    }

    @Override
    public Reply<EndToEndReply> endToEnd(EndToEndRequest request, Duration timeout) {
        int number = ++endToEnds;
        long sent = System.nanoTime();
        EndToEndCollector collector = new EndToEndCollector(number);
        Reply<Reply<EndToEndReply>> reply;
        try (AssetLeases leases = runner.lend()) {
            runner.send(Wire.endToEnd(job.id(), number, request, leases));
            reply = runner.await(job.id(), timeout, collector::take);
        }
        Duration seen = Duration.ofNanos(System.nanoTime() - sent);
        return reply.flatMap(
                ended -> ended.failed().isPresent() ? lostIfLost(ended) : held(ended, request.iterations(), seen));
    }

    /** What it says that it timed fits in what it says that passed, and that in what passed here. */
    private static Reply<EndToEndReply> held(Reply<EndToEndReply> ended, int iterations, Duration seen) {
        EndToEndReply told = ended.result().orElseThrow();
        if (told.times().size() > iterations || told.inferences() < told.times().size()) {
            return new Reply.Failed<>(new Fault.Implausible(
                    "endToEnd",
                    "it timed %d iterations of %d that were asked for, with %d inferences"
                            .formatted(told.times().size(), iterations, told.inferences())));
        }
        Duration summed = Wire.millis(told.times().total().totalMillis());
        return BlockBounds.beyond("end-to-end iterations", summed, told.elapsed())
                .or(() -> BlockBounds.beyond("end-to-end iterations and their warm-up", told.elapsed(), seen))
                .<Reply<EndToEndReply>>map(reason -> new Reply.Failed<>(new Fault.Implausible("endToEnd", reason)))
                .orElse(ended);
    }

    @Override
    public boolean takesMedia() {
        return runner.probe().features().contains(Capabilities.MEDIA);
    }

    @Override
    public Reply<MediaReply> media(MediaRequest request, Duration timeout) {
        int number = ++medias;
        long sent = System.nanoTime();
        MediaCollector collector = new MediaCollector(number, request.repeats());
        Reply<Reply<MediaReply>> reply;
        try (AssetLeases leases = runner.lend()) {
            runner.send(Wire.media(job.id(), number, request, leases));
            reply = runner.await(job.id(), timeout, collector::take);
        }
        Duration seen = Duration.ofNanos(System.nanoTime() - sent);
        return reply.flatMap(this::lostIfLost).flatMap(told -> held(told, seen));
    }

    /** No step took longer than passed here. */
    private static Reply<MediaReply> held(MediaReply told, Duration seen) {
        return told.times().entrySet().stream()
                .flatMap(step ->
                        BlockBounds.beyond(
                                step.getKey(), Wire.millis(step.getValue().totalMillis()), seen)
                                .stream())
                .findFirst()
                .<Reply<MediaReply>>map(reason -> new Reply.Failed<>(new Fault.Implausible("media", reason)))
                .orElseGet(() -> new Reply.Ok<>(told));
    }

    private <T> Reply<T> lostIfLost(Reply<T> ended) {
        ended.failed()
                .filter(Fault.Lost.class::isInstance)
                .map(Fault.Lost.class::cast)
                .ifPresent(lost -> runner.gone(lost.end()));
        return ended;
    }

    @Override
    public Reply<SessionEnd> finish(Duration timeout) {
        long asked = System.nanoTime();
        runner.send(new Message.Finish(job.id()));
        Reply<SessionEnd> reply = runner.await(
                job.id(),
                timeout,
                packet ->
                        packet instanceof Message.Result result ? Optional.of(Wire.closing(result)) : Optional.empty());
        Duration closing = Duration.ofNanos(System.nanoTime() - asked);
        runner.end(job.id());
        return reply.result()
                .flatMap(closed -> beyond(closed.phases(), closing))
                .<Reply<SessionEnd>>map(reason -> new Reply.Failed<>(new Fault.Implausible("dispose", reason)))
                .orElse(reply);
    }

    private Optional<String> beyond(Phases phases, Duration closing) {
        Duration begun = Stream.of(phases.fetch(), phases.create(), phases.first())
                .flatMap(Optional::stream)
                .reduce(Duration.ZERO, Duration::plus);
        return BlockBounds.beyond("fetching, creating and the first inference together", begun, opening)
                .or(() -> phases.dispose().flatMap(told -> BlockBounds.beyond("disposing", told, closing)));
    }

    private static void collect(Packet packet, List<Outputs.Output> outputs) {
        if (packet instanceof Packet.TensorPacket tensor && tensor.role().equals("output")) {
            outputs.add(new Outputs.Output(tensor.name(), tensor.step(), tensor.iteration(), tensor.tensor()));
        }
    }
}
