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

    /** What the last failing run showed, else what the last of the others did: how slow it is, a later run knows better. */
    public Optional<Seen> seen() {
        return last(ProbeState.Bad.class)
                .map(ProbeState.Bad::seen)
                .or(() -> last(ProbeState.Good.class).map(ProbeState.Good::seen));
    }

    private <S extends ProbeState> Optional<S> last(Class<S> kind) {
        return runs.stream().filter(kind::isInstance).map(kind::cast).reduce((earlier, later) -> later);
    }

    public String share() {
        return "%d of %d runs failed".formatted(bad(), clear());
    }
}
