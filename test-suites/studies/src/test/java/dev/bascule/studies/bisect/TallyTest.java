package dev.bascule.studies.bisect;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TallyTest {
    private static ProbeState good(String note) {
        return new ProbeState.Good(Seen.of(note));
    }

    private static ProbeState bad(String note) {
        return new ProbeState.Bad(Seen.of(note));
    }

    @Test
    void what_it_showed_is_what_the_last_failing_run_did_else_the_last_good_one() {
        Tally mixed = Tally.EMPTY.plus(bad("first")).plus(bad("second")).plus(good("third"));
        Tally right = Tally.EMPTY.plus(good("first")).plus(good("second"));

        assertThat(mixed.seen()).contains(Seen.of("second"));
        assertThat(right.seen()).contains(Seen.of("second"));
        assertThat(Tally.EMPTY.seen()).isEmpty();
    }
}
