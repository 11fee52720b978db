package dev.bascule.app.local;

import dev.bascule.execution.service.BrowserSetup;
import dev.bascule.execution.service.RunRequest;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.ExitCode;
import dev.bascule.fallback.install.ReleaseVersion;
import dev.bascule.studies.bisect.Axis;
import dev.bascule.studies.bisect.BisectRequest;
import dev.bascule.studies.bisect.ProbeState;
import dev.bascule.studies.bisect.VersionPair;
import dev.bascule.studies.bisect.VersionShelf;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A bisection's run in a pair of versions.
 *
 * @param request the bisection
 * @param shelf where versions come from
 * @param talk is told of what takes a while
 */
record PairRuns(BisectRequest request, VersionShelf shelf, Consumer<String> talk) {

    /** Why a version of the pair is not here; fetches what is missing. */
    Optional<ProbeState> missing(VersionPair pair) {
        for (Axis axis : Axis.values()) {
            if (request.over().contains(axis)
                    && shelf.fetch(axis, pair.on(axis), talk) instanceof VersionShelf.Copy.Missing missing) {
                return Optional.of(new ProbeState.CannotSay(missing.why()));
            }
        }
        return Optional.empty();
    }

    /** The run with the browsers of the pair, which are here. */
    RunRequest of(VersionPair pair) {
        BrowserSetup setup = request.run().setup();
        if (request.over().contains(Axis.ENGINE)) {
            setup = setup.withEngineVersion(ReleaseVersion.parse(pair.engine()).orElseThrow());
        }
        if (request.over().contains(Axis.BROWSER)) {
            setup = setup.withBinary(place(Axis.BROWSER, pair));
        }
        return request.run().with(setup);
    }

    private Path place(Axis axis, VersionPair pair) {
        VersionShelf.Copy copy = shelf.fetch(axis, pair.on(axis), talk);
        if (copy instanceof VersionShelf.Copy.Here here) {
            return here.place();
        }
        throw new IllegalStateException("it was here: " + pair.on(axis));
    }

    /** What a version's environment lacks is a state of it; what is wrong with the request is none. */
    static ProbeState guarded(Supplier<ProbeState> probe) {
        try {
            return probe.get();
        } catch (BasculeException e) {
            ExitCode end = e.code().exitCode();
            if (end == ExitCode.ENVIRONMENT
                    || end == ExitCode.INFRASTRUCTURE
                    || e.code() == ErrorCode.HASH_MISMATCH
                    || Thread.currentThread().isInterrupted()) {
                return new ProbeState.CannotSay(e.failure().message());
            }
            throw e;
        }
    }
}
