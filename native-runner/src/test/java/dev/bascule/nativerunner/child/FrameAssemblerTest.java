package dev.bascule.nativerunner.child;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.protocol.Frame;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class FrameAssemblerTest {
    private final FrameAssembler assembler = new FrameAssembler();

    @Test
    void pieces_become_one_message_and_the_next_starts_empty() {
        assertThat(assembler.text("{\"a\":", false)).isEmpty();
        assertThat(assembler.text("1}", true)).contains(new Frame.Text("{\"a\":1}"));
        assertThat(assembler.text("{}", true)).contains(new Frame.Text("{}"));
    }

    @Test
    void a_binary_message_of_any_size_is_put_together_and_not_overwritten_by_the_next() {
        byte[] large = new byte[1_000_003];
        for (int i = 0; i < large.length; i++) {
            large[i] = (byte) (i * 31);
        }
        for (int from = 0; from < large.length; from += 16_384) {
            int length = Math.min(16_384, large.length - from);
            boolean last = from + length == large.length;
            var frame = assembler.binary(ByteBuffer.wrap(large, from, length), last);
            assertThat(frame.isPresent()).isEqualTo(last);
            if (last) {
                assertThat(assembler.binary(ByteBuffer.wrap(new byte[] {9, 9, 9}), true))
                        .contains(new Frame.Binary(ByteBuffer.wrap(new byte[] {9, 9, 9})));
                assertThat(frame).contains(new Frame.Binary(ByteBuffer.wrap(large)));
            }
        }
    }

    @Test
    void waits_double_up_to_the_longest() {
        Backoff backoff = new Backoff(Duration.ofMillis(100), Duration.ofSeconds(1), 12);
        assertThat(backoff.before(0)).isEqualTo(Duration.ofMillis(100));
        assertThat(backoff.before(2)).isEqualTo(Duration.ofMillis(400));
        assertThat(backoff.before(40)).isEqualTo(Duration.ofSeconds(1));
    }
}
