package dev.bascule.scheduling.policy;

import java.util.List;
import java.util.Optional;

/** A way to place jobs on workers. Its state, if any, is its own; not for concurrent use. */
public interface Policy {

    /** As on the command line. */
    String name();

    /** Jobs that begin now, each on an idle worker that meets its requirement, and at most one on each. A job that is left out waits. */
    List<Placement> place(Round round);

    /** What it means to do with all that waits; empty where it plans nothing ahead. Changes nothing. */
    default Optional<Plan> plan(Round round) {
        return Optional.empty();
    }
}
