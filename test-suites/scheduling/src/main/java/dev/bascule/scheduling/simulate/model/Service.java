package dev.bascule.scheduling.simulate.model;

/**
 * How long jobs of a kind take on machines of a name. Immutable.
 *
 * @param setup further, where a lane has not loaded what the job finds loaded with profit: fetch, create and first run
 */
public record Service(String kind, String machines, Labelled<Distribution> work, Labelled<Distribution> setup) {

    /** Without a setup. */
    public static Service of(String kind, String machines, Labelled<Distribution> work) {
        return new Service(kind, machines, work, Labelled.assumed(Distribution.Constant.ZERO));
    }
}
