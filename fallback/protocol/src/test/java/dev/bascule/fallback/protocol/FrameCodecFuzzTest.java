package dev.bascule.fallback.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.bascule.fallback.fuzz.FuzzInput;
import dev.bascule.fallback.fuzz.FuzzTarget;
import dev.bascule.fallback.fuzz.Refusals;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

/** What begins with a brace is a text frame, all else a binary one. */
@FuzzTarget
class FrameCodecFuzzTest {
    static Stream<byte[]> packets() {
        return Stream.concat(Packets.ofRunner().stream(), Packets.ofHost().stream())
                .map(packet -> bytes(FrameCodec.encode(new Envelope(5, 4, packet))));
    }

    private static byte[] bytes(Frame frame) {
        if (frame instanceof Frame.Text text) {
            return text.text().getBytes(StandardCharsets.UTF_8);
        }
        ByteBuffer binary = ((Frame.Binary) frame).bytes().duplicate();
        byte[] bytes = new byte[binary.remaining()];
        binary.get(bytes);
        return bytes;
    }

    @MethodSource("packets")
    @FuzzTest
    void a_frame_is_refused_or_written_again_as_what_it_was_read(byte[] data) {
        Frame frame = data.length > 0 && data[0] == '{'
                ? new Frame.Text(FuzzInput.text(data))
                : new Frame.Binary(ByteBuffer.wrap(data));
        Refusals.read(ProtocolException.class, () -> FrameCodec.decode(frame)).ifPresent(envelope -> {
            Frame written = FrameCodec.encode(envelope);
            Envelope again = Refusals.read(() -> FrameCodec.decode(written)).orElseThrow();
            assertThat(again).isEqualTo(envelope);
            assertThat(FrameCodec.encode(again)).isEqualTo(written);
        });
    }
}
