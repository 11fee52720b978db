package dev.bascule.app.local;

import dev.bascule.fallback.target.Machine;
import dev.bascule.studies.bisect.Prober;
import dev.bascule.studies.bisect.VersionPair;
import java.util.Map;
import java.util.Optional;

/** A prober that knows where it ran, and how each run is made once more. Belongs to one thread. */
interface VersionProber extends Prober {

    /** Empty where nothing came to run. */
    Optional<Machine> machine();

    /** The worker whose jobs the runs are; empty where they are made here. */
    default Optional<String> worker() {
        return Optional.empty();
    }

    /** The command lines that run the case in a pair once more. */
    Map<VersionPair, String> repeats();
}
