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
record Candidate(Path file, Optional<BrowserFamily> family, Channel channel, Origin origin, Optional<String> version) {

    static Candidate at(Path file, BrowserPlaces.Place place) {
        return new Candidate(file, Optional.of(place.family()), place.channel(), place.origin(), Optional.empty());
    }

    static Candidate named(Path file) {
        return new Candidate(file, Optional.empty(), Channel.STABLE, Origin.NAMED, Optional.empty());
    }
}
