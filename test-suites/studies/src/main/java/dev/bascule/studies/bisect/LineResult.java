package dev.bascule.studies.bisect;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What is known of the versions of one axis, the other one's staying as it is. Immutable.
 *
 * @param line the versions
 * @param at the pair whose other axis stays
 * @param states of the versions that were run, oldest first; those in between are taken to be like their neighbours
 */
public record LineResult(VersionLine line, VersionPair at, Map<String, VersionState> states) {
    public LineResult {
        Map<String, VersionState> ordered = new LinkedHashMap<>();
        for (String version : line.versions()) {
            Optional.ofNullable(states.get(version)).ifPresent(state -> ordered.put(version, state));
        }
        states = java.util.Collections.unmodifiableMap(ordered);
    }

    public Axis axis() {
        return line.axis();
    }

    /** All that were found, oldest first. */
    public List<Boundary> boundaries() {
        List<Boundary> found = new ArrayList<>();
        List<String> known = known();
        for (int i = 1; i < known.size(); i++) {
            String before = known.get(i - 1);
            String after = known.get(i);
            if (state(before).differsFrom(state(after))) {
                found.add(new Boundary(
                        before,
                        after,
                        state(after) instanceof VersionState.Bad,
                        line.versions().subList(line.index(before) + 1, line.index(after))));
            }
        }
        return found;
    }

    private List<String> known() {
        return states.keySet().stream()
                .filter(version -> state(version).isKnown())
                .toList();
    }

    private VersionState state(String version) {
        return Optional.ofNullable(states.get(version)).orElseThrow();
    }

    /** In one line: {@code bad 1.21.0–1.21.1, fixed 1.22.0}. */
    public String sentence() {
        List<String> parts = new ArrayList<>();
        List<Boundary> boundaries = boundaries();
        for (int i = 0; i < boundaries.size(); i++) {
            Boundary here = boundaries.get(i);
            Optional<Boundary> end = i + 1 < boundaries.size() ? Optional.of(boundaries.get(i + 1)) : Optional.empty();
            if (!here.regression()) {
                parts.add(i == 0 ? "bad up to %s, %s".formatted(here.before(), fixed(here)) : fixed(here));
            } else if (!here.isExact()) {
                parts.add("broken between %s and %s".formatted(here.before(), here.after()));
            } else if (end.isPresent()) {
                String last = end.get().before();
                parts.add(last.equals(here.after()) ? "bad " + last : "bad %s–%s".formatted(here.after(), last));
            } else {
                parts.add("bad since %s, last good %s".formatted(here.after(), here.before()));
            }
        }
        return String.join(", ", parts);
    }

    private static String fixed(Boundary here) {
        return here.isExact()
                ? "fixed " + here.after()
                : "fixed between %s and %s".formatted(here.before(), here.after());
    }
}
