package dev.bascule.fallback.testing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SignalsTest {
    @Test
    void a_background_job_of_a_shell_is_seen_to_ignore_interrupts() {
        assertThat(Signals.ignoresInterrupts("Name:\tjava\nSigBlk:\t0000000000000002\nSigIgn:\t0000000000000006\n"))
                .isTrue();
    }

    @Test
    void negative_control_other_ignored_signals_are_not_taken_for_it() {
        assertThat(Signals.ignoresInterrupts("SigIgn:\tfffffffc00000004\nSigCgt:\t0000000000000002\n"))
                .isFalse();
    }
}
