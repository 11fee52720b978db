package dev.bascule.studies.bisect;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The runs of one pair of versions, in order. Immutable. */
public record Tally(List<ProbeState> runs) {
    static final Tally EMPTY = new Tally(List.of());

    public Tally {
        runs = List.copyOf(runs);
    }

    Tally plus(ProbeState state) {
        List<ProbeState> more = new ArrayList<>(runs);
        more.add(state);
        return new Tally(more);
    }

    public int bad() {
        return (int) runs.stream().filter(ProbeState.Bad.class::isInstance).count();
    }

    /** Runs that were good or bad. */
    public int clear() {
        return bad()
                + (int) runs.stream().filter(ProbeState.Good.class::isInstance).count();
    }

    /** Whether it failed in some runs and not in others. */
    public boolean isFlaky() {
        return bad() > 0 && bad() < clear();
    }

    boolean isSilent() {
        return runs.stream().anyMatch(ProbeState.CannotSay.class::isInstance);
    }

    /** What a failing run showed, else what another did. */
    public Optional<Seen> seen() {
        return runs.stream()
                .filter(ProbeState.Bad.class::isInstance)
                .map(run -> ((ProbeState.Bad) run).seen())
                .findFirst()
                .or(() -> runs.stream()
                        .filter(ProbeState.Good.class::isInstance)
                        .map(run -> ((ProbeState.Good) run).seen())
                        .findFirst());
    }

    public String share() {
        return "%d of %d runs failed".formatted(bad(), clear());
    }
}
