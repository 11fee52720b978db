package dev.bascule.studies.distribute;

import static dev.bascule.studies.distribute.FakeReplica.await;
import static dev.bascule.studies.distribute.FakeReplica.pause;
import static dev.bascule.studies.distribute.FakeReplica.plusOne;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.studies.distribute.PoolReport.SampleEnd;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(180)
@Tag("slow")
class ReplicaPoolTest {
    private static final Watchdog PATIENT = new Watchdog(20, Duration.ofSeconds(60), Duration.ofSeconds(60));
    /** As strict as it may be where threads of a busy machine wait for their turn. */
    private static final Watchdog STRICT = new Watchdog(20, Duration.ofSeconds(2), Duration.ofSeconds(2));

    private static PoolReport run(int samples, Watchdog watchdog, FakeReplica... replicas) {
        PoolReport report = new ReplicaPool(
                        List.of(replicas), samples, FakeReplica::inputs, FakeReplica::check, watchdog, System::nanoTime)
                .run();
        assertThat(report.breaches(samples)).isEmpty();
        return report;
    }

    @Test
    void every_sample_gets_its_own_answer_exactly_once() {
        PoolReport report = run(500, PATIENT, FakeReplica.right("a"), FakeReplica.right("b"), FakeReplica.right("c"));
        assertThat(report.right()).isEqualTo(500);
        assertThat(report.devices().stream()
                        .mapToInt(device -> device.answerMillis().size())
                        .sum())
                .isEqualTo(500);
    }

    @Test
    void an_answer_to_another_sample_is_noticed() {
        FakeReplica confused = new FakeReplica("a", sample -> plusOne(sample == 7 ? 8 : sample));
        PoolReport report = run(10, PATIENT, confused);
        assertThat(report.right()).isEqualTo(9);
        assertThat(report.ends().get(7)).isInstanceOf(SampleEnd.Wrong.class);
    }

    @Test
    void of_several_wrong_samples_the_first_is_told() {
        FakeReplica confused = new FakeReplica("a", sample -> plusOne(sample % 3 == 2 ? sample + 1 : sample));
        PoolReport report = run(10, PATIENT, confused);
        StudyOutcome outcome = new ReplicaFigures(
                        report, 10, 10, List.of(List.of(1.0)), FakeReplica.asked(1), FakeReplica.there(1))
                .outcome();
        assertThat(outcome.setback().orElseThrow().failure().message())
                .startsWith("3 of 10 samples are wrong; the first is sample 2, on a: ");
    }

    @Test
    void an_idle_device_steals_from_the_busiest() {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch stolen = new CountDownLatch(55);
        FakeReplica slow = new FakeReplica("slow", sample -> {
            begun.countDown();
            await(stolen);
            return plusOne(sample);
        });
        // Else it may have done everything before the slow one's thread runs at all.
        FakeReplica quick = new FakeReplica("quick", sample -> {
            await(begun);
            stolen.countDown();
            return plusOne(sample);
        });
        PoolReport report = run(60, PATIENT, slow, quick);
        assertThat(report.right()).isEqualTo(60);
        assertThat(report.devices().get(1).stolen()).isGreaterThan(20);
        // From the tail: the slow one went on at its own head.
        assertThat(slow.asked.get(0)).isZero();
        assertThat(quick.asked).contains(29);
    }

    @Test
    void inputs_or_a_check_that_fall_over_cost_their_sample_and_no_device() {
        FakeReplica a = FakeReplica.right("a");
        FakeReplica b = FakeReplica.right("b");
        PoolReport report = new ReplicaPool(
                        List.of(a, b),
                        20,
                        sample -> {
                            if (sample == 3) {
                                throw new IllegalStateException("no inputs for it");
                            }
                            return FakeReplica.inputs(sample);
                        },
                        (sample, outputs) -> {
                            if (sample == 11) {
                                throw new IllegalArgumentException("no reference for it");
                            }
                            if (sample == 13) {
                                throw new OutOfMemoryError("no room for it");
                            }
                            return FakeReplica.check(sample, outputs);
                        },
                        PATIENT,
                        System::nanoTime)
                .run();
        assertThat(report.breaches(20)).isEmpty();
        assertThat(report.right()).isEqualTo(17);
        assertThat(report.ends().get(13))
                .isEqualTo(new SampleEnd.Failed("Bascule fell over it: java.lang.OutOfMemoryError: no room for it"));
        assertThat(report.ends().get(3))
                .isEqualTo(new SampleEnd.Failed(
                        "Bascule fell over it: java.lang.IllegalStateException: no inputs for it"));
        assertThat(report.ends().get(11))
                .isEqualTo(new SampleEnd.Failed(
                        "Bascule fell over it: java.lang.IllegalArgumentException: no reference for it"));
        assertThat(report.devices())
                .allSatisfy(device -> assertThat(device.lost()).isEmpty());
        assertThat(List.of(a.killed.getCount(), b.killed.getCount()))
                .as("neither was killed")
                .containsExactly(1L, 1L);
    }

    @Test
    void a_sound_device_that_opens_its_model_anew_is_not_taken_for_silent() {
        Watchdog quick = new Watchdog(20, Duration.ofSeconds(2), Duration.ofSeconds(2), Duration.ofSeconds(60));
        FakeReplica other = new FakeReplica("other", sample -> {
            pause(5);
            return plusOne(sample);
        });
        FakeReplica fussy = new FakeReplica("fussy", sample -> sample == 0 ? FakeReplica.refused() : plusOne(sample));
        fussy.opening = () -> pause(3_000);
        PoolReport report = run(40, quick, fussy, other);
        assertThat(fussy.reopened).isEqualTo(1);
        assertThat(report.devices().get(0).lost()).isEmpty();
        assertThat(fussy.killed.getCount()).as("not killed").isEqualTo(1);
        assertThat(report.right()).isEqualTo(40);
    }

    @Test
    void a_device_that_never_opens_its_model_anew_is_killed_and_its_samples_are_done_elsewhere() {
        Watchdog quick = new Watchdog(20, Duration.ofSeconds(60), Duration.ofSeconds(60), Duration.ofMillis(150));
        FakeReplica stuck = new FakeReplica("stuck", sample -> FakeReplica.refused());
        stuck.opening = () -> await(stuck.killed);
        // Else it may have done everything before anybody finds the other stuck.
        FakeReplica other = new FakeReplica("other", sample -> {
            await(stuck.killed);
            return plusOne(sample);
        });
        PoolReport report = run(40, quick, stuck, other);
        assertThat(report.devices().get(0).lost().orElseThrow().why()).startsWith("it did not open the model anew");
        assertThat(report.right()).isEqualTo(40);
    }

    /** A machine that sleeps, or stops this process, stops the devices' answers as well. */
    @Test
    void time_in_which_nobody_could_look_is_no_silence() {
        AtomicLong stoodStill = new AtomicLong();
        CountDownLatch began = new CountDownLatch(1);
        FakeReplica one = new FakeReplica("one", sample -> {
            if (sample == 3) {
                began.countDown();
                // So that it is looked at before and after.
                pause(200);
                stoodStill.addAndGet(Duration.ofHours(1).toNanos());
                pause(200);
            }
            return plusOne(sample);
        });
        // Else it may have stolen sample 3.
        FakeReplica other = new FakeReplica("other", sample -> {
            await(began);
            return plusOne(sample);
        });
        PoolReport report = new ReplicaPool(
                        List.of(one, other),
                        40,
                        FakeReplica::inputs,
                        FakeReplica::check,
                        STRICT,
                        () -> System.nanoTime() + stoodStill.get())
                .run();
        assertThat(report.breaches(40)).isEmpty();
        assertThat(report.right()).isEqualTo(40);
        assertThat(report.devices())
                .allSatisfy(device -> assertThat(device.lost()).isEmpty());
    }

    @Test
    void a_device_that_dies_loses_no_sample() {
        CountDownLatch answers = new CountDownLatch(6);
        FakeReplica mortal = new FakeReplica("mortal", sample -> {
            answers.countDown();
            return answers.getCount() == 0 ? FakeReplica.dead() : plusOne(sample);
        });
        // Else it may have done everything before the mortal one's thread runs at all.
        FakeReplica other = new FakeReplica("other", sample -> {
            await(answers);
            return plusOne(sample);
        });
        PoolReport report = run(80, PATIENT, mortal, other);
        assertThat(report.right()).isEqualTo(80);
        SampleEvent.DeviceLost lost = report.devices().get(0).lost().orElseThrow();
        assertThat(lost.why()).contains("killed");
        int orphan = lost.inFlight().get(0);
        assertThat(report.ends().get(orphan)).isEqualTo(new SampleEnd.Right(1));
        assertThat(report.devices().get(1).lost()).isEmpty();
    }

    @Test
    void a_silent_device_is_killed_and_its_late_answer_dropped() {
        List<FakeReplica> self = new ArrayList<>();
        CountDownLatch hangs = new CountDownLatch(1);
        FakeReplica hung = new FakeReplica("hung", sample -> {
            if (sample == 3) {
                hangs.countDown();
                try {
                    self.get(0).killed.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                // It had the answer all the while.
                return plusOne(sample);
            }
            return plusOne(sample);
        });
        self.add(hung);
        // Else it may have stolen sample 3 before the one that hangs there comes to it.
        FakeReplica other = new FakeReplica("other", sample -> {
            await(hangs);
            return plusOne(sample);
        });
        PoolReport report = run(40, STRICT, hung, other);
        assertThat(report.right()).isEqualTo(40);
        assertThat(report.ends().get(3)).isEqualTo(new SampleEnd.Right(1));
        assertThat(report.devices().get(0).lost().orElseThrow().why()).contains("no answer for 2000 ms");
        assertThat(report.events())
                .filteredOn(SampleEvent.Dropped.class::isInstance)
                .singleElement()
                .satisfies(dropped ->
                        assertThat(((SampleEvent.Dropped) dropped).sample()).isEqualTo(3));
    }

    @Test
    void a_sample_that_kills_two_devices_in_a_row_is_given_up() {
        FakeReplica[] replicas = new FakeReplica[4];
        for (int i = 0; i < replicas.length; i++) {
            replicas[i] = new FakeReplica("r" + i, sample -> {
                pause(1);
                return sample == 11 ? FakeReplica.dead() : plusOne(sample);
            });
        }
        PoolReport report = run(40, PATIENT, replicas);
        assertThat(report.right()).isEqualTo(39);
        assertThat(report.ends().get(11)).isInstanceOf(SampleEnd.Failed.class);
        assertThat(report.devices())
                .filteredOn(device -> device.lost().isPresent())
                .hasSize(2);
    }

    @Test
    void a_sample_that_is_refused_twice_costs_no_device() {
        FakeReplica one = new FakeReplica("one", sample -> sample == 2 ? FakeReplica.refused() : plusOne(sample));
        FakeReplica two = new FakeReplica("two", sample -> sample == 2 ? FakeReplica.refused() : plusOne(sample));
        PoolReport report = run(10, PATIENT, one, two);
        assertThat(report.right()).isEqualTo(9);
        assertThat(one.reopened).isEqualTo(1);
        assertThat(two.reopened).isEqualTo(1);
        assertThat(report.devices())
                .allSatisfy(device -> assertThat(device.lost()).isEmpty());
    }

    @Test
    void with_all_devices_lost_it_ends_with_what_it_has() {
        AtomicInteger answers = new AtomicInteger();
        FakeReplica one =
                new FakeReplica("one", sample -> answers.incrementAndGet() > 9 ? FakeReplica.dead() : plusOne(sample));
        FakeReplica two =
                new FakeReplica("two", sample -> answers.incrementAndGet() > 9 ? FakeReplica.dead() : plusOne(sample));
        PoolReport report = run(100, PATIENT, one, two);
        assertThat(report.allLost()).isTrue();
        assertThat(report.right()).isEqualTo(9);
        assertThat(report.unfinished()).hasSizeGreaterThanOrEqualTo(90);
        StudyOutcome outcome = new ReplicaFigures(
                        report,
                        100,
                        64,
                        List.of(List.of(1.0), List.of(2.0)),
                        FakeReplica.asked(2),
                        FakeReplica.there(2))
                .outcome();
        assertThat(outcome.setback().orElseThrow().failure().message())
                .contains("all 2 devices were lost: 9 of 100 samples");
    }

    @Test
    void random_deaths_lose_nothing_as_long_as_one_device_lives() {
        for (long seed = 0; seed < 30; seed++) {
            Random random = new Random(seed);
            int[] until = {random.nextInt(20), random.nextInt(20), Integer.MAX_VALUE};
            FakeReplica[] replicas = new FakeReplica[3];
            for (int i = 0; i < 3; i++) {
                AtomicInteger left = new AtomicInteger(until[i]);
                replicas[i] = new FakeReplica(
                        "r" + i, sample -> left.getAndDecrement() <= 0 ? FakeReplica.dead() : plusOne(sample));
            }
            PoolReport report = run(60, PATIENT, replicas);
            assertThat(new HashSet<>(report.ends().keySet()))
                    .as("seed %d: %s", seed, report.events())
                    .hasSize(60);
            assertThat(report.unfinished()).isEmpty();
        }
    }
}
