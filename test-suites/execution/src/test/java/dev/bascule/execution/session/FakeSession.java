package dev.bascule.execution.session;

import dev.bascule.fallback.job.Advance;
import dev.bascule.fallback.job.AdvanceRequest;
import dev.bascule.fallback.job.Block;
import dev.bascule.fallback.job.BlockRequest;
import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.job.Inference;
import dev.bascule.fallback.job.Outputs;
import dev.bascule.fallback.job.Phases;
import dev.bascule.fallback.job.Reply;
import dev.bascule.fallback.job.SessionEnd;
import dev.bascule.fallback.job.StreamReport;
import dev.bascule.fallback.job.StreamRequest;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.runner.RunnerSession;
import dev.bascule.fallback.tensor.Tensor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A session that answers as it is told to, and notes what it was asked. */
final class FakeSession implements RunnerSession {
    final List<String> asked = new ArrayList<>();
    final List<Duration> limits = new ArrayList<>();
    Optional<Fault> fault = Optional.empty();
    Optional<String> poisoned = Optional.empty();
    /** What the timed iterations bring that was not there before. */
    Outputs more = Outputs.NONE;

    double millis = 10;

    static Outputs sum(int iteration, Map<String, Tensor> values) {
        List<Outputs.Output> outputs = new ArrayList<>();
        values.forEach((name, tensor) -> outputs.add(new Outputs.Output(name, 0, iteration, tensor)));
        return new Outputs(outputs);
    }

    private <T> Reply<T> answer(String question, Duration limit, T answer) {
        asked.add(question);
        limits.add(limit);
        return fault.<Reply<T>>map(Reply.Failed::new).orElseGet(() -> new Reply.Ok<>(answer));
    }

    @Override
    public Outputs firstOutputs() {
        return sum(0, Jobs.RIGHT);
    }

    @Override
    public Reply<Block> measure(BlockRequest request, Duration timeout) {
        double[] each = new double[request.iterations()];
        java.util.Arrays.fill(each, millis);
        return answer("measure", timeout, new Block(Samples.ofMillis(each), more));
    }

    @Override
    public Reply<Inference> infer(Map<String, Tensor> inputs, Duration timeout) {
        return answer("infer", timeout, new Inference(Jobs.RIGHT, Duration.ZERO, Duration.ZERO, Duration.ZERO));
    }

    @Override
    public boolean takesSteps() {
        return true;
    }

    @Override
    public Reply<Advance> advance(AdvanceRequest request, Duration timeout) {
        Samples each = Samples.ofMillis(new double[request.steps().size()]);
        return answer(
                "advance",
                timeout,
                new Advance(
                        each, each, Collections.nCopies(request.steps().size(), Jobs.RIGHT), Map.of(), Duration.ZERO));
    }

    @Override
    public Reply<StreamReport> stream(StreamRequest request, Duration timeout) {
        asked.add("stream");
        return fault.<Reply<StreamReport>>map(Reply.Failed::new)
                .orElseGet(() -> RunnerSession.super.stream(request, timeout));
    }

    @Override
    public Reply<SessionEnd> finish(Duration timeout) {
        return answer("finish", timeout, new SessionEnd(Phases.NONE, Optional.empty(), Optional.empty(), poisoned));
    }
}
