package dev.bascule.studies.replicas;

import dev.bascule.execution.JobIds;
import dev.bascule.execution.source.Place;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.target.Target;
import dev.bascule.studies.training.FullPrecision;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Where a replica computes. Belongs to the host's thread. */
public interface ReplicaPlace {
    Backend backend();

    /** As far as it is known by now. */
    Target target();

    /** The worker of a pool that had it last; empty for a place on this machine, and where none took it yet. */
    Optional<String> elsewhere();

    /** Whether it is a pool's, also where no worker took it yet. */
    default boolean isPooled() {
        return elsewhere().isPresent();
    }

    /** What a reader should know of it. */
    List<String> notes(SessionSettings settings);

    /**
     * Who computes there, with a process of its own.
     *
     * @param rank of the replica
     * @param timeout for each answer
     */
    Worker worker(int rank, ReplicaModel model, SessionSettings settings, Duration timeout);

    /** On this machine. */
    static ReplicaPlace of(Place place, JobIds ids) {
        return new Here(place, ids);
    }

    /** A page or native child of this machine. */
    record Here(Place place, JobIds ids) implements ReplicaPlace {
        @Override
        public Backend backend() {
            return place.backend();
        }

        @Override
        public Target target() {
            return place.target();
        }

        @Override
        public Optional<String> elsewhere() {
            return Optional.empty();
        }

        @Override
        public List<String> notes(SessionSettings settings) {
            return FullPrecision.of(place.backend(), place.settings(settings)).note().stream()
                    .toList();
        }

        @Override
        public Worker worker(int rank, ReplicaModel model, SessionSettings settings, Duration timeout) {
            return new PlaceWorker(place, model, settings, ids, timeout);
        }
    }
}
