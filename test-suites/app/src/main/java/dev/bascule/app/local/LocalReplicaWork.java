package dev.bascule.app.local;

import dev.bascule.app.environment.RunEnvironment;
import dev.bascule.app.environment.RunEnvironmentFactory;
import dev.bascule.app.orders.ReplicaWork;
import dev.bascule.execution.TimeBreakdown;
import dev.bascule.execution.service.RunListener;
import dev.bascule.execution.source.Place;
import dev.bascule.studies.replicas.ReplicaPlace;
import dev.bascule.studies.replicas.Worker;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Opens places of this machine to replicas of whoever trains elsewhere. */
public final class LocalReplicaWork implements ReplicaWork {
    private final RunEnvironmentFactory environments;

    public LocalReplicaWork(RunEnvironmentFactory environments) {
        this.environments = environments;
    }

    @Override
    public <R> R at(Task task, Consumer<String> talk, Use<R> use) throws InterruptedException {
        RunListener phases = new RunListener() {
            @Override
            public void phase(String activity) {
                talk.accept(activity);
            }
        };
        RunEnvironment environment = environments.open(task.run(), new TimeBreakdown(), phases);
        try {
            Place place = ChosenPlaces.of(task.run(), List.of(task.chosen()), environment, new ArrayList<>())
                    .get(0);
            ReplicaPlace here = ReplicaPlace.of(place, environment.jobIds());
            try (Worker worker = here.worker(0, task.model(), task.settings(), task.timeout())) {
                return use.with(here, worker);
            }
        } finally {
            if (environment.end()) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
