package dev.bascule.studies.bisect;

import java.util.HashSet;
import java.util.List;

/**
 * The versions of an axis, oldest first, and the part of them that is searched. Immutable.
 *
 * @param axis whose
 * @param versions all that can be had, also beyond the ends
 * @param from the older end
 * @param to the newer end
 */
public record VersionLine(Axis axis, List<String> versions, String from, String to) {
    public VersionLine {
        versions = List.copyOf(versions);
        if (new HashSet<>(versions).size() != versions.size()) {
            throw new IllegalArgumentException("a version is there twice: " + versions);
        }
        if (versions.indexOf(from) < 0 || versions.indexOf(to) <= versions.indexOf(from)) {
            throw new IllegalArgumentException("%s is not before %s in %s".formatted(from, to, versions));
        }
    }

    /** The same with other ends. */
    VersionLine between(String older, String newer) {
        return new VersionLine(axis, versions, older, newer);
    }

    int index(String version) {
        return versions.indexOf(version);
    }
}
