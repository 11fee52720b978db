package dev.bascule.studies.bisect;

/** Runs the case in a pair of versions. Called from one thread. */
@FunctionalInterface
public interface Prober {

    /** Runs it once; the same pair may be asked for again, and is then run again. What fails is a state. */
    ProbeState probe(VersionPair pair);
}
