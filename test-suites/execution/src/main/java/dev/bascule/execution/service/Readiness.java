package dev.bascule.execution.service;

/** Something that a run needs before it measures and that gets ready meanwhile, as a history that is being opened. */
public interface Readiness {

    /** Throws what by now is known to keep it from ever being ready; never waits. */
    void check();

    /** Waits until it is ready; throws what keeps it from that. */
    void await();

    /** Of a run that needs nothing more. */
    static Readiness now() {
        return new Readiness() {
            @Override
            public void check() {}

            @Override
            public void await() {}
        };
    }
}
