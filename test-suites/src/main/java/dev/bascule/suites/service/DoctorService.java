package dev.bascule.suites.service;

/** Finds browsers and native runtimes, and verifies each by running a tiny model. */
public interface DoctorService {

    /**
     * Examines this machine. A browser or backend that fails is an entry of the report, never an exception. Interruptible
     * as {@link RunService#run}; the report then holds what was found so far.
     */
    DoctorReport examine(BrowserSetup browsers, RunListener listener);
}
