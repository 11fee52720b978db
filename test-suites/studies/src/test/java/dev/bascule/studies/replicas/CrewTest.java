package dev.bascule.studies.replicas;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.studies.replicas.Crew.Collected;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whoever is to be late is held until its test lets it go: how long anything takes decides nothing. */
@Timeout(30)
class CrewTest {
    private static final Duration LONG = Duration.ofSeconds(20);
    /** Long enough for those that answer at once, on a machine that is busy. */
    private static final Duration BRIEF = Duration.ofMillis(300);

    private final FakeWorker first = new FakeWorker();
    private final FakeWorker second = new FakeWorker();
    private final FakeWorker third = new FakeWorker();
    private Crew crew;

    @BeforeEach
    void start() {
        crew = new Crew(List.of(first, second, third), rank -> Map.of(), 1);
    }

    @AfterEach
    void stop() {
        crew.close();
    }

    private Collected round(long step, Duration patience) throws InterruptedException {
        return crew.round(
                step,
                Crew.Asking.each(rank -> Map.of("rank", Tensor.floats(Shape.of(), rank)), Set.of()),
                patience,
                () -> {});
    }

    @Test
    void all_are_asked_and_told_apart_whoever_comes_first() throws InterruptedException {
        assertThat(crew.open()).isEmpty();
        CountDownLatch latch = new CountDownLatch(1);
        first.hold(latch);
        Thread letsGo = new Thread(latch::countDown);
        letsGo.start();

        Collected collected = round(1, LONG);

        assertThat(collected.came().keySet()).containsExactly(0, 1, 2);
        collected
                .came()
                .forEach((rank, came) ->
                        assertThat(came.outputs().get(0)).containsEntry("rank", Tensor.floats(Shape.of(), rank)));
        assertThat(collected.missed()).isEmpty();
        letsGo.join();
    }

    @Test
    void who_is_late_loses_the_round_and_takes_part_again_once_it_is_through() throws InterruptedException {
        crew.open();
        CountDownLatch latch = new CountDownLatch(1);
        second.hold(latch);

        Collected late = round(1, BRIEF);
        Collected away = round(2, BRIEF);
        latch.countDown();
        Collected back = round(3, BRIEF);
        while (!back.came().containsKey(1)) {
            Thread.onSpinWait();
            back = round(4, BRIEF);
        }

        assertThat(late.came().keySet()).containsExactly(0, 2);
        assertThat(late.missed().get(1).fate()).isEqualTo(Share.Fate.LATE);
        assertThat(away.missed().get(1).fate()).isEqualTo(Share.Fate.AWAY);
        assertThat(away.missed().get(1).words()).contains("still at step 1");
        assertThat(back.came().keySet()).containsExactly(0, 1, 2);
        assertThat(crew.losses()).isEmpty();
    }

    @Test
    void who_dies_is_started_again_and_then_left_out() throws InterruptedException {
        crew.open();
        third.dies();

        Collected died = round(1, LONG);
        Collected back = round(2, LONG);
        boolean killedBefore = third.isKilled(Duration.ZERO);
        third.dies();
        Collected again = round(3, LONG);
        Collected without = round(4, LONG);

        assertThat(died.missed().get(2).fate()).isEqualTo(Share.Fate.LOST);
        assertThat(back.came().keySet()).containsExactly(0, 1, 2);
        assertThat(again.missed().get(2).fate()).isEqualTo(Share.Fate.LOST);
        assertThat(without.missed().get(2).fate()).isEqualTo(Share.Fate.OUT);
        assertThat(third.opened()).isEqualTo(2);
        assertThat(killedBefore).as("one that is started again").isFalse();
        assertThat(third.isKilled(LONG)).as("one that is left out").isTrue();
        assertThat(first.isKilled(Duration.ZERO)).as("one that is there").isFalse();
        assertThat(crew.losses()).extracting(Loss::step).containsExactly(1L, 3L);
        assertThat(crew.losses()).extracting(Loss::restarted).containsExactly(true, false);
        assertThat(crew.isAlive()).isTrue();
    }

    @Test
    void where_all_are_left_out_a_round_brings_nothing_and_does_not_wait() throws InterruptedException {
        crew.open();
        for (FakeWorker each : List.of(first, second, third)) {
            each.dies();
            each.doesNotOpen();
        }

        round(1, LONG);
        Collected nothing = round(2, LONG);

        assertThat(nothing.came()).isEmpty();
        assertThat(nothing.missed().values()).extracting(Crew.Missed::fate).containsOnly(Share.Fate.OUT);
        assertThat(crew.isAlive()).isFalse();
    }

    @Test
    void who_is_late_in_the_last_round_is_waited_for_before_all_sessions_end() throws InterruptedException {
        crew.open();
        CountDownLatch latch = new CountDownLatch(1);
        second.hold(latch);
        Collected last = round(1, BRIEF);
        Thread letsGo = new Thread(latch::countDown);
        letsGo.start();

        crew.end(LONG);

        assertThat(last.missed().get(1).fate()).isEqualTo(Share.Fate.LATE);
        assertThat(List.of(first, second, third)).extracting(FakeWorker::ended).containsOnly(1);
        letsGo.join();
    }

    @Test
    void who_is_not_through_in_time_is_not_waited_for_any_longer() throws InterruptedException {
        crew.open();
        CountDownLatch latch = new CountDownLatch(1);
        second.hold(latch);
        round(1, BRIEF);

        crew.end(BRIEF);
        latch.countDown();

        assertThat(second.ended()).isZero();
        assertThat(first.ended()).isOne();
    }

    @Test
    void who_does_not_open_is_told() throws InterruptedException {
        second.doesNotOpen();

        assertThat(crew.open().get(1).failure().message()).contains("it does not start");
    }
}
