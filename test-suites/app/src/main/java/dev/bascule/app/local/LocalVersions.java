package dev.bascule.app.local;

import dev.bascule.app.versions.PartVersion;
import dev.bascule.app.versions.VersionedPart;
import dev.bascule.app.versions.Versions;
import dev.bascule.bridge.server.BridgeServer;
import dev.bascule.fallback.install.ReleaseVersion;
import dev.bascule.studies.bisect.Axis;
import dev.bascule.studies.bisect.VersionShelf;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Consumer;

/** Versions from npm, kept in the cache, and the engine that Bascule brings along. Belongs to one thread. */
public final class LocalVersions implements VersionShelf {
    private final Versions versions;
    private final Optional<ReleaseVersion> bundled;
    private final boolean fetching;

    /** @param fetching whether versions may be fetched; else there are only those that are on this machine */
    public LocalVersions(Versions versions, boolean fetching) {
        this.versions = versions;
        this.bundled = BridgeServer.bundledEngine().flatMap(ReleaseVersion::parse);
        this.fetching = fetching;
    }

    @Override
    public List<String> versions(Axis axis) {
        TreeSet<ReleaseVersion> all = new TreeSet<>(versions.installed(part(axis)));
        if (axis == Axis.ENGINE) {
            bundled.ifPresent(all::add);
        }
        if (fetching) {
            try {
                all.addAll(versions.stable(part(axis)));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        return all.stream()
                .filter(ReleaseVersion::isStable)
                .map(ReleaseVersion::toString)
                .toList();
    }

    @Override
    public Copy fetch(Axis axis, String version, Consumer<String> talk) {
        PartVersion wanted =
                new PartVersion(part(axis), ReleaseVersion.parse(version).orElseThrow());
        boolean here = versions.installed(wanted.part()).contains(wanted.version());
        if (!here && axis == Axis.ENGINE && bundled.equals(Optional.of(wanted.version()))) {
            return new Copy.Bundled();
        }
        if (!here && !fetching) {
            return new Copy.Missing("%s is not on this machine: %s".formatted(wanted, wanted.remedy()));
        }
        try {
            Versions.Answer answer = versions.ensure(wanted, talk);
            return answer instanceof Versions.Answer.Here found
                    ? new Copy.Here(found.path())
                    : new Copy.Missing(((Versions.Answer.NotAvailable) answer).why());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Copy.Missing("interrupted while it was fetched");
        }
    }

    private static VersionedPart part(Axis axis) {
        return switch (axis) {
            case ENGINE -> VersionedPart.ENGINE;
            case BROWSER -> VersionedPart.BROWSER;
        };
    }
}
