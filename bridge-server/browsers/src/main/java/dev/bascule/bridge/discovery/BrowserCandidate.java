package dev.bascule.bridge.discovery;

import java.nio.file.Path;
import java.util.Optional;

/**
 * A file that may be a browser, and what its place says about it.
 *
 * @param file what to start
 * @param family what should be there; empty where a user named the file
 * @param channel which of its channels, where the browser does not say it itself
 * @param origin who put it there
 * @param version as the place says it, where the browser does not say it itself
 */
record BrowserCandidate(
        Path file,
        Optional<BrowserFamily> family,
        Channel channel,
        InstallationSource origin,
        Optional<String> version) {

    static BrowserCandidate at(Path file, BrowserLocations.Location place) {
        return new BrowserCandidate(
                file, Optional.of(place.family()), place.channel(), place.origin(), Optional.empty());
    }

    static BrowserCandidate named(Path file) {
        return new BrowserCandidate(file, Optional.empty(), Channel.STABLE, InstallationSource.NAMED, Optional.empty());
    }
}
