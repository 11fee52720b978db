package dev.bascule.app.local;

import dev.bascule.execution.service.BrowserChoice;
import dev.bascule.execution.service.BrowserSetup;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.install.ReleaseVersion;
import dev.bascule.fallback.text.Nearest;
import dev.bascule.studies.bisect.Axis;
import dev.bascule.studies.bisect.BisectPlan;
import dev.bascule.studies.bisect.BisectPlan.Side;
import dev.bascule.studies.bisect.BisectRequest;
import dev.bascule.studies.bisect.VersionLine;
import dev.bascule.studies.bisect.VersionShelf;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Makes of a request the lines of versions that are searched.
 *
 * @param shelf tells which versions there are
 * @param usual the engine's version where nobody names one
 */
record BisectPlanner(VersionShelf shelf, String usual) {

    /** @throws BasculeException {@link ErrorCode#USAGE_ERROR} for an end that is no version, or not before the other */
    BisectPlan of(BisectRequest request) {
        return new BisectPlan(
                side(
                        Axis.ENGINE,
                        request,
                        request.run()
                                .setup()
                                .engineVersion()
                                .map(ReleaseVersion::toString)
                                .orElse(usual)),
                side(Axis.BROWSER, request, browser(request.run().setup())),
                request.fix(),
                request.limits());
    }

    private Side side(Axis axis, BisectRequest request, String fixed) {
        if (!request.over().contains(axis)) {
            return new Side.Fixed(fixed);
        }
        List<String> versions = shelf.versions(axis);
        if (versions.size() < 2) {
            throw new BasculeException(
                    ErrorCode.NOTHING_SELECTED_TO_RUN,
                    "there are not two versions of %s on this machine".formatted(axis.product()),
                    "--fetch fetches versions from npm as they are needed",
                    "bascule install %s@VERSION fetches one".formatted(axis.part()));
        }
        BisectRequest.Ends ends = request.of(axis);
        String from = known(request, axis, versions, ends.from(), versions.get(0));
        String to = known(request, axis, versions, ends.to(), versions.get(versions.size() - 1));
        if (versions.indexOf(from) >= versions.indexOf(to)) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR,
                    "%s %s is not older than %s".formatted(axis.product(), from, to),
                    "name the older version with --from and the newer one with --to");
        }
        return new Side.Line(new VersionLine(axis, versions, from, to));
    }

    private static String known(
            BisectRequest request, Axis axis, List<String> versions, Optional<String> said, String otherwise) {
        said.filter(version -> !versions.contains(version)).ifPresent(version -> {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR,
                    "there is no %s %s%s%s"
                            .formatted(
                                    axis.product(),
                                    version,
                                    request.fetching() ? "" : " on this machine",
                                    Nearest.hint(version, versions)),
                    "versions from %s to %s are known".formatted(versions.get(0), versions.get(versions.size() - 1)),
                    request.fetching()
                            ? "pre-releases and versions before the first one known are not searched"
                            : "--fetch fetches versions from npm as they are needed");
        });
        return said.orElse(otherwise);
    }

    private static String browser(BrowserSetup setup) {
        Optional<String> binary = setup.binary().map(Path::toString);
        return binary.orElseGet(() -> setup.choice() instanceof BrowserChoice.Named named
                ? String.join(",", named.ids())
                : "the browser of this machine");
    }
}
