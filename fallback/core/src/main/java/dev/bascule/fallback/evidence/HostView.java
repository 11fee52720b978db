package dev.bascule.fallback.evidence;

import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Engine;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What the host knows itself about a session, whatever its runner says. Empty where it does not know: what is unknown
 * contradicts nothing.
 *
 * @param reach how much of the runner the host can see
 * @param graph what is in the model
 * @param builtGraph whether the host sent a graph that is built straight on WebNN, with no engine between
 * @param probed what the runner's backend was found to be when the first runner joined
 * @param servedEngine the version of the engine that the host's pages load
 * @param processors logical processors of the runner's machine
 * @param threads that the session was asked to use
 * @param build of the engine that was asked for
 * @param device the index of the device that was asked for
 * @param ofBrowser what the browser itself tells of its graphics
 */
public record HostView(
        Reach reach,
        Optional<GraphFacts> graph,
        boolean builtGraph,
        Optional<Probed> probed,
        Optional<String> servedEngine,
        OptionalInt processors,
        OptionalInt threads,
        Optional<String> build,
        OptionalInt device,
        Map<String, String> ofBrowser) {

    /** How much of a runner the host can see. */
    public enum Reach {
        /** It started the runner's processes on this machine, and sees them. */
        SEEN,
        /** It started the runner on another machine, through a driver there. */
        DRIVEN,
        /** A person opened it: there is nothing but what it tells. */
        TOLD
    }

    /**
     * @param there whether the backend was usable at all when the runner was asked
     * @param engine what it said would execute it
     * @param adapter what its adapter said of itself
     */
    public record Probed(boolean there, Optional<Engine> engine, Map<String, String> adapter) {
        public Probed {
            adapter = Map.copyOf(adapter);
        }

        /** Of a backend that has no adapter, or none that told anything. */
        public Probed(boolean there, Optional<Engine> engine) {
            this(there, engine, Map.of());
        }
    }

    /** Nothing is known, and nothing but the record itself can be judged. */
    public static final HostView NOTHING = of(Reach.SEEN);

    public HostView {
        ofBrowser = Map.copyOf(ofBrowser);
    }

    public static HostView of(Reach reach) {
        return new HostView(
                reach,
                Optional.empty(),
                false,
                Optional.empty(),
                Optional.empty(),
                OptionalInt.empty(),
                OptionalInt.empty(),
                Optional.empty(),
                OptionalInt.empty(),
                Map.of());
    }

    public HostView withGraph(Optional<GraphFacts> known) {
        return new HostView(
                reach, known, builtGraph, probed, servedEngine, processors, threads, build, device, ofBrowser);
    }

    public HostView withBuiltGraph(boolean built) {
        return new HostView(reach, graph, built, probed, servedEngine, processors, threads, build, device, ofBrowser);
    }

    public HostView withProbed(Probed report) {
        return new HostView(
                reach,
                graph,
                builtGraph,
                Optional.of(report),
                servedEngine,
                processors,
                threads,
                build,
                device,
                ofBrowser);
    }

    public HostView withServedEngine(Optional<String> version) {
        return new HostView(reach, graph, builtGraph, probed, version, processors, threads, build, device, ofBrowser);
    }

    public HostView withProcessors(OptionalInt known) {
        return new HostView(reach, graph, builtGraph, probed, servedEngine, known, threads, build, device, ofBrowser);
    }

    public HostView asked(int wantedThreads, Optional<String> wantedBuild) {
        return new HostView(
                reach,
                graph,
                builtGraph,
                probed,
                servedEngine,
                processors,
                OptionalInt.of(wantedThreads),
                wantedBuild,
                device,
                ofBrowser);
    }

    /** @param wanted the index of the device that the session was asked to use; empty for the backend's first */
    public HostView askedDevice(OptionalInt wanted) {
        return new HostView(
                reach, graph, builtGraph, probed, servedEngine, processors, threads, build, wanted, ofBrowser);
    }

    public HostView withBrowserRecords(Map<String, String> told) {
        return new HostView(reach, graph, builtGraph, probed, servedEngine, processors, threads, build, device, told);
    }

    /** The one provider that a session of this kind can place nodes on, by what the host started; empty where it has several. */
    Optional<String> soleProvider(Backend requested) {
        if (requested.isHostCpu()) {
            return Optional.of("CPUExecutionProvider");
        }
        return builtGraph && requested.equals(Backends.WEBNN)
                ? Optional.of("WebNNExecutionProvider")
                : Optional.empty();
    }
}
