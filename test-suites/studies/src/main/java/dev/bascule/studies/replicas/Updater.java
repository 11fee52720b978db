package dev.bascule.studies.replicas;

import dev.bascule.execution.JobIds;
import dev.bascule.execution.session.CheckedSession;
import dev.bascule.execution.session.IsolatedRunner;
import dev.bascule.execution.source.Place;
import dev.bascule.execution.source.RunnerSource;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.job.Advance;
import dev.bascule.fallback.job.AdvanceRequest;
import dev.bascule.fallback.job.Feeds;
import dev.bascule.fallback.job.Reply;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.studies.session.Ended;
import dev.bascule.studies.session.PlaceSessions;
import dev.bascule.studies.training.TrainingModels;
import dev.bascule.training.graph.Parameter;
import dev.bascule.training.step.TrainingGraph;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Applies gradients once for all replicas, on native CPU, which keeps the moments. Were each replica to apply them itself, backends that round
 * otherwise would go apart. Belongs to one thread.
 */
final class Updater implements AutoCloseable {
    private final IsolatedRunner runner;
    private final CheckedSession session;
    private final List<Parameter> parameters;
    private final Duration timeout;

    private Updater(IsolatedRunner runner, CheckedSession session, List<Parameter> parameters, Duration timeout) {
        this.runner = runner;
        this.session = session;
        this.parameters = parameters;
        this.timeout = timeout;
    }

    /**
     * Begins with initial parameters and moments.
     *
     * @param scalars as the first step is fed
     * @throws BasculeException {@link ErrorCode#REFERENCE_UNAVAILABLE} where native CPU does not run the update
     */
    static Updater open(
            TrainingModels.OnDisk apply,
            Map<String, Tensor> scalars,
            RunnerSource natively,
            JobIds ids,
            Duration timeout) {
        return open(apply, scalars, natively, natively.isolated(Backends.NATIVE_CPU), ids, timeout);
    }

    /** The same in a child that is there: it is closed with this, but for {@link #end}. */
    static Updater open(
            TrainingModels.OnDisk apply,
            Map<String, Tensor> scalars,
            RunnerSource natively,
            IsolatedRunner runner,
            JobIds ids,
            Duration timeout) {
        TrainingGraph graph = apply.graph();
        Map<String, List<Tensor>> fed = new LinkedHashMap<>();
        graph.state().forEach((name, tensor) -> fed.put(name, List.of(tensor)));
        scalars.forEach((name, tensor) -> fed.put(name, List.of(tensor)));
        graph.parameters().forEach(each -> {
            float[] zeros = new float[Math.toIntExact(each.initial().shape().elements())];
            fed.put(
                    each.name() + TrainingGraph.GRADIENT,
                    List.of(Tensor.floats(each.initial().shape(), zeros)));
        });
        PlaceSessions.Asked asked = new PlaceSessions(new Place(natively, Backends.NATIVE_CPU), runner, ids, timeout)
                .open(
                        apply.artifact(),
                        new Feeds(fed, graph.carry()),
                        graph.parameters().stream()
                                .map(each -> each.name() + TrainingGraph.NEXT)
                                .toList(),
                        SessionSettings.defaults().withEvidence(false));
        if (asked.session().isEmpty()) {
            runner.close();
            throw unavailable(asked.fault().map(Ended::of).map(Ended::failure).orElseThrow());
        }
        return new Updater(runner, asked.session().get(), graph.parameters(), timeout);
    }

    /**
     * The parameters after one more step, by name.
     *
     * @throws BasculeException {@link ErrorCode#REFERENCE_UNAVAILABLE} where native CPU failed
     * @throws InterruptedException where it did not come to it for that; the flag stays
     */
    Map<String, Tensor> update(Map<String, Tensor> gradients, Map<String, Tensor> scalars) throws InterruptedException {
        Map<String, Tensor> inputs = new LinkedHashMap<>(scalars);
        parameters.forEach(each -> {
            String name = each.name() + TrainingGraph.GRADIENT;
            inputs.put(name, Objects.requireNonNull(gradients.get(name), name));
        });
        Reply<Advance> reply = session.advance(new AdvanceRequest(List.of(inputs), Set.of(), timeout));
        if (reply.result().isEmpty() && Thread.currentThread().isInterrupted()) {
            throw new InterruptedException();
        }
        Map<String, Tensor> outputs = reply.result()
                .map(done -> done.outputs().get(0))
                .orElseThrow(() -> unavailable(
                        reply.failed().map(Ended::of).map(Ended::failure).orElseThrow()));
        Map<String, Tensor> next = new LinkedHashMap<>();
        parameters.forEach(each -> {
            String name = each.name() + TrainingGraph.NEXT;
            next.put(each.name(), Objects.requireNonNull(outputs.get(name), name));
        });
        return next;
    }

    private static BasculeException unavailable(Failure why) {
        return new BasculeException(
                ErrorCode.REFERENCE_UNAVAILABLE,
                "native CPU, which applies the gradients, did not: %s".formatted(why.message()),
                why.remedies().toArray(String[]::new));
    }

    /** Ends its session alone. */
    void end() {
        PlaceSessions.end(session);
    }

    @Override
    public void close() {
        end();
        runner.close();
    }
}
