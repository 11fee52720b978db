package dev.bascule.fallback.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whatever a file makes of the child that opens it costs this process a sentence. */
@Tag("attack")
@Tag("slow")
class LimitedChildTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    @TempDir
    private Path folder;

    private Optional<LimitedChild> started = Optional.empty();

    /** Of this test; not every one needs it. */
    private LimitedChild child() throws IOException {
        return child(160);
    }

    private LimitedChild child(int memoryMib) throws IOException {
        LimitedChild child = LimitedChild.start(
                HostileChildMain.class, new ChildLimits(48, memoryMib, 1 << 16, ChildLimits.USUAL_START), folder);
        started = Optional.of(child);
        return child;
    }

    @AfterEach
    void nothing_is_left() throws Exception {
        if (started.isPresent()) {
            LimitedChild child = started.get();
            child.close();
            Optional<ProcessHandle> left = ProcessHandle.of(child.pid());
            if (left.isPresent()) {
                left.get().onExit().get(60, TimeUnit.SECONDS);
            }
        }
    }

    private static String text(ChildReply reply) {
        return reply instanceof ChildReply.Answered answered
                ? new String(answered.bytes(), StandardCharsets.UTF_8)
                : reply.toString();
    }

    @Test
    void it_answers_one_request_after_the_other_refuses_in_words_and_no_secret_reaches_it() throws IOException {
        LimitedChild child = child();
        assertThat(text(child.ask("one", LIMIT))).isEqualTo("one");
        assertThat(child.ask("refuse", LIMIT)).isInstanceOfSatisfying(ChildReply.Refused.class, refused -> {
            assertThat(refused.failure().message()).isEqualTo("no history");
            assertThat(refused.failure().remedies()).containsExactly("take another");
        });
        assertThat(text(child.ask("zwei", LIMIT))).isEqualTo("zwei");
        assertThat(text(child.ask("environment", LIMIT)))
                .contains("CLASSPATH", "PATH")
                .doesNotContain("HOME", "USER", "MAVEN", "BASCULE", "JAVA");
    }

    @ParameterizedTest
    @CsvSource({
        "end, exit code 7",
        "heap, OutOfMemoryError",
        "nonsense, what it wrote is no answer",
        "long, 131072 bytes"
    })
    void what_ends_it_is_told_and_it_is_not_asked_again(String request, String words) throws IOException {
        LimitedChild child = child();
        assertThat(child.ask(request, LIMIT))
                .isInstanceOfSatisfying(
                        ChildReply.Lost.class, lost -> assertThat(lost.why()).contains(words));
        assertThat(child.ask("one", LIMIT)).isInstanceOf(ChildReply.Lost.class);
    }

    @ParameterizedTest
    @CsvSource({"segfault, SIGSEGV", "killed, SIGKILL"})
    @DisabledOnOs(OS.WINDOWS)
    void a_signal_is_named(String request, String words) throws IOException {
        assertThat(child().ask(request, LIMIT))
                .isInstanceOfSatisfying(
                        ChildReply.Lost.class, lost -> assertThat(lost.why()).contains(words));
    }

    @Test
    void a_child_that_hangs_is_ended() throws IOException {
        LimitedChild child = child();
        assertThat(text(child.ask("one", LIMIT))).isEqualTo("one");
        assertThat(child.ask("hang", Duration.ofSeconds(1))).isEqualTo(new ChildReply.Lost("it took longer than 1 s"));
        assertThat(ProcessHandle.of(child.pid()).filter(ProcessHandle::isAlive)).isEmpty();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void memory_outside_of_its_heap_is_counted_too() throws IOException {
        assertThat(child(60).ask("memory", LIMIT))
                .isInstanceOfSatisfying(
                        ChildReply.Lost.class, lost -> assertThat(lost.why()).contains("MiB of memory, and may take"));
    }

    @Test
    void what_it_takes_too_much_of_elsewhere_ends_it() throws IOException {
        assertThat(child().ask("hang", LIMIT, () -> Optional.of("it fills the disk")))
                .isEqualTo(new ChildReply.Lost("it fills the disk"));
    }

    @Test
    void an_answer_says_no_more_than_it_holds() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        AnswerFrame.answer(new DataOutputStream(bytes), new byte[] {1, 2, 3});
        byte[] whole = bytes.toByteArray();
        assertThat(AnswerFrame.read(new DataInputStream(new ByteArrayInputStream(whole)), 3))
                .isInstanceOfSatisfying(
                        ChildReply.Answered.class,
                        answered -> assertThat(answered.bytes()).containsExactly(1, 2, 3));
        for (int length = 0; length < whole.length; length++) {
            DataInputStream cut = new DataInputStream(new ByteArrayInputStream(Arrays.copyOf(whole, length)));
            assertThat(org.assertj.core.api.Assertions.catchThrowable(() -> AnswerFrame.read(cut, 3)))
                    .isInstanceOf(IOException.class);
        }
    }

    @Test
    void memory_is_read_with_what_was_swapped_out() {
        assertThat(ResidentMemory.parsed("VmPeak:\t 9 kB\nVmRSS:\t  100 kB\nVmSwap:\t   20 kB\n"))
                .hasValue(120);
        assertThat(ResidentMemory.parsed("Name:\tjava\n")).isEmpty();
    }
}
