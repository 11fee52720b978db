package dev.bascule.workers.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.workers.job.JobFrames.Frame;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class DialogueTest {
    private final AtomicLong clock = new AtomicLong();
    private final Dialogue dialogue = new Dialogue(clock::get);

    private static Frame frame(long number, String text) {
        return new Frame(number, text.getBytes(StandardCharsets.UTF_8));
    }

    private Optional<Long> heard() throws InterruptedException {
        return dialogue.hear(Duration.ZERO).map(Frame::number);
    }

    @Test
    void what_came_before_is_not_done_twice_and_answered_as_before() throws Exception {
        dialogue.hears(frame(1, "do"));
        assertThat(heard()).contains(1L);
        dialogue.hears(frame(1, "do"));
        assertThat(heard()).as("it is being done").isEmpty();
        assertThat(dialogue.toSay()).isEmpty();

        Frame answer = frame(1, "done");
        dialogue.say(answer);
        assertThat(dialogue.toSay()).contains(answer);
        assertThat(dialogue.toSay()).as("said once").isEmpty();
        dialogue.hears(frame(1, "do"));
        assertThat(heard()).isEmpty();
        assertThat(dialogue.toSay()).as("asked again").contains(answer);
    }

    @Test
    void an_older_question_is_not_heard_and_a_newer_one_takes_the_place_of_one_that_nobody_waits_for()
            throws Exception {
        dialogue.hears(frame(2, "b"));
        dialogue.hears(frame(3, "c"));
        dialogue.hears(frame(1, "a"));
        assertThat(heard()).contains(3L);
        assertThat(heard()).isEmpty();
    }

    @Test
    void over_another_connection_the_last_answer_is_said_again() {
        dialogue.again();
        assertThat(dialogue.toSay()).as("nothing was said yet").isEmpty();
        Frame answer = frame(1, "done");
        dialogue.say(answer);
        assertThat(dialogue.toSay()).isPresent();
        dialogue.again();
        assertThat(dialogue.toSay()).contains(answer);
    }

    private CompletableFuture<Optional<Frame>> hears(Duration within) {
        CompletableFuture<Optional<Frame>> came = new CompletableFuture<>();
        Thread job = new Thread(() -> {
            try {
                came.complete(dialogue.hear(within));
            } catch (InterruptedException e) {
                came.completeExceptionally(e);
            }
        });
        job.setDaemon(true);
        job.start();
        while (job.getState() != Thread.State.TIMED_WAITING && job.isAlive()) {
            Thread.onSpinWait();
        }
        return came;
    }

    @Test
    void whoever_says_that_it_is_there_is_waited_for_and_whoever_is_silent_is_not() throws Exception {
        Duration silence = Duration.ofSeconds(60);
        CompletableFuture<Optional<Frame>> kept = hears(silence);
        for (int i = 0; i < 5; i++) {
            clock.addAndGet(Duration.ofSeconds(59).toNanos());
            dialogue.kept();
        }
        dialogue.hears(frame(1, "do"));
        assertThat(kept.get(60, TimeUnit.SECONDS).map(Frame::number))
                .as("295 s after it began to wait")
                .contains(1L);

        CompletableFuture<Optional<Frame>> silent = hears(silence);
        clock.addAndGet(Duration.ofSeconds(61).toNanos());
        assertThat(silent.get(60, TimeUnit.SECONDS)).isEmpty();
    }
}
