package dev.bascule.studies.distributed;

import dev.bascule.studies.distributed.RankLine.Mark;
import dev.bascule.studies.distributed.RankLine.Step;
import dev.bascule.studies.distributed.RankRun.Heard;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/** Does harm to the last rank, once, and sees when another one notices. Belongs to one thread. */
final class Disturber implements RankEngine.Watcher {
    static final Duration PAUSE = Duration.ofSeconds(1);
    /** The mark at which a rank whose link is harmed waits. */
    static final String HARM = "harm";

    private final FaultKind kind;
    private final int victim;
    private final int after;
    private Optional<Duration> harmed = Optional.empty();
    private Optional<Heard> noticed = Optional.empty();
    private int step;

    /** @param after this step */
    Disturber(FaultKind kind, int victim, int after) {
        this.kind = kind;
        this.victim = victim;
        this.after = after;
    }

    @Override
    public void heard(Heard heard, RankEngine.Harm harm) {
        if (harmed.isEmpty() && heard.rank() == victim && isTime(heard.line())) {
            harmed = Optional.of(harm.now());
            harm(harm);
        }
        if (harmed.isPresent()
                && noticed.isEmpty()
                && heard.rank() != victim
                && heard.line() instanceof RankLine.Failed) {
            noticed = Optional.of(heard);
        }
    }

    private boolean isTime(RankLine line) {
        if (line instanceof Step done) {
            step = done.step();
        }
        // Setting a link down takes longer than some steps do: the rank waits meanwhile.
        return kind.ofLink()
                ? line instanceof Mark mark && mark.name().equals(HARM)
                : line instanceof Step && step >= after;
    }

    private void harm(RankEngine.Harm harm) {
        switch (kind) {
            case KILLED, ELASTIC -> harm.kill(victim);
            case STALLED -> harm.stop(victim, Optional.empty());
            case STRAGGLER -> harm.stop(victim, Optional.of(PAUSE));
            case LINK_DOWN -> harm.unplug(victim, Optional.empty());
            case LINK_FLAP -> harm.unplug(victim, Optional.of(PAUSE));
            case VERSION -> throw new IllegalStateException("it is done before the first step");
        }
    }

    /** When, by the clock of what is heard. */
    Optional<Duration> harmed() {
        return harmed;
    }

    OptionalInt step() {
        return harmed.isPresent() ? OptionalInt.of(step) : OptionalInt.empty();
    }

    Optional<Duration> detection() {
        return noticed.flatMap(heard -> harmed.map(heard.at()::minus));
    }

    Optional<String> words() {
        return noticed.map(Heard::line).map(line -> line instanceof RankLine.Failed failed ? failed.why() : "");
    }
}
