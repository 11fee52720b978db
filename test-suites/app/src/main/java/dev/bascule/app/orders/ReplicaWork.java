package dev.bascule.app.orders;

import dev.bascule.execution.service.RunRequest;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.studies.replicas.ReplicaModel;
import dev.bascule.studies.replicas.ReplicaPlace;
import dev.bascule.studies.replicas.Worker;
import dev.bascule.studies.truth.TruthRequest.Chosen;
import java.time.Duration;
import java.util.function.Consumer;

/** Opens places of this machine to a replica. Each call is one of its own; not for concurrent use. */
public interface ReplicaWork {

    /**
     * What a replica is to be. Immutable.
     *
     * @param run which says how browsers and children are started
     * @param timeout for each answer of a runner
     * @param silence after which it ends where nobody asks it anything
     */
    record Task(
            RunRequest run,
            Chosen chosen,
            ReplicaModel model,
            SessionSettings settings,
            Duration timeout,
            Duration silence) {}

    /** What is done with it while it is open. */
    interface Use<R> {
        R with(ReplicaPlace place, Worker worker) throws InterruptedException;
    }

    /**
     * Opens it, and closes it again.
     *
     * @param talk is told in a few words what is done
     * @throws dev.bascule.fallback.error.BasculeException where such a place is not here
     */
    <R> R at(Task task, Consumer<String> talk, Use<R> use) throws InterruptedException;
}
