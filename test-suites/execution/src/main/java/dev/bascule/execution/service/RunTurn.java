package dev.bascule.execution.service;

import dev.bascule.execution.machine.MachineLease;

/**
 * What whoever starts a run has taken for it.
 *
 * @param machine its turn on the machine, which lasts longer than the run
 * @param store what must be ready before anything is measured
 */
public record RunTurn(MachineLease machine, Readiness store) {

    /** Of a run whose results go nowhere else. */
    public static RunTurn of(MachineLease machine) {
        return new RunTurn(machine, Readiness.now());
    }

    /** Of a run that has a machine for itself, or none. */
    public static RunTurn free() {
        return of(MachineLease.nothing());
    }
}
