package dev.bascule.models.inputs;

import static dev.bascule.models.inputs.Models.port;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.onnx.proto.OnnxMl.TensorProto;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.models.graph.ModelInspection;
import dev.bascule.models.graph.Port;
import dev.bascule.models.graph.TensorProtos;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sounds, arrays and tensors whose headers say what cannot be: the user's error, with the file's name, and never a bug. */
@Tag("attack")
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class BadTensorFilesTest {
    private static final String BEYOND_COUNTING = "4294967296, 4294967296";

    @TempDir
    Path folder;

    private static void refuses(Runnable reading, String... words) {
        assertThatThrownBy(reading::run).isInstanceOfSatisfying(BasculeException.class, e -> {
            assertThat(e.code()).isEqualTo(ErrorCode.INPUT_MISMATCH);
            assertThat(e.failure().remedies()).isNotEmpty();
            assertThat(e.getMessage()).contains(words);
        });
    }

    private Path wav(int bits, int channels, long rate, int align, long says, int format) throws IOException {
        ByteBuffer file = ByteBuffer.allocate(44 + 240).order(ByteOrder.LITTLE_ENDIAN);
        file.put("RIFF".getBytes(StandardCharsets.US_ASCII)).putInt((int) (36 + says));
        file.put("WAVEfmt ".getBytes(StandardCharsets.US_ASCII)).putInt(16);
        file.putShort((short) format).putShort((short) channels).putInt((int) rate);
        file.putInt((int) (rate * align)).putShort((short) align).putShort((short) bits);
        file.put("data".getBytes(StandardCharsets.US_ASCII)).putInt((int) says);
        return Files.write(folder.resolve("x.wav"), file.array());
    }

    @ParameterizedTest
    @CsvSource({
        "0, 1, 16000, 0, 240",
        "4, 1, 16000, 1, 240",
        "12, 1, 16000, 2, 240",
        "20, 1, 16000, 3, 240",
        "64, 1, 16000, 8, 240",
        "16, 0, 16000, 2, 240",
        "16, 65535, 16000, 2, 240",
        "16, 1, 0, 2, 240",
        "16, 1, 4294967295, 2, 240",
        "16, 1, 16000, 0, 240",
        "16, 1, 16000, 7, 240",
        "16, 1, 16000, 2, 100000",
        "16, 1, 16000, 2, 2147483647"
    })
    void a_sound_whose_header_lies(int bits, int channels, long rate, int align, long says) throws IOException {
        Path file = wav(bits, channels, rate, align, says, 1);
        refuses(() -> DecodedAudio.read(file), file.toString());
    }

    @Test
    void a_sound_of_no_bytes_or_of_a_chunk_beyond_the_file() throws IOException {
        Path file = Files.write(folder.resolve("x.wav"), new byte[0]);
        refuses(() -> DecodedAudio.read(file), file.toString());
        Files.write(
                file,
                "RIFF\u007f\u007f\u007f\u007fWAVEfmt \u007f\u007f\u007f\u007fab".getBytes(StandardCharsets.US_ASCII));
        refuses(() -> DecodedAudio.read(file), file.toString());
    }

    /** What ffmpeg writes into a pipe: it cannot know the length. */
    @Test
    void a_sound_that_says_no_length_is_read_to_its_end() throws IOException {
        assertThat(DecodedAudio.read(wav(16, 1, 16000, 2, 0xFFFFFFFFL, 1)).samples())
                .hasSize(120);
    }

    /** Java's stream would give nothing for ever: its frames are larger than a header. */
    @Test
    void a_sound_of_many_channels_is_read_to_its_end() throws IOException {
        assertThat(DecodedAudio.read(wav(16, 24, 16000, 48, 240, 1)).samples()).hasSize(5);
        assertThat(DecodedAudio.read(wav(32, 60, 16000, 240, 0xFFFFFFFFL, 1)).samples())
                .hasSize(1);
    }

    @Test
    void negative_control_the_same_sound_with_a_true_header_is_read() throws IOException {
        assertThat(DecodedAudio.read(wav(16, 1, 16000, 2, 240, 1)).samples()).hasSize(120);
        assertThat(DecodedAudio.read(wav(32, 2, 16000, 8, 240, 3)).samples()).hasSize(30);
    }

    private Path npy(String descr, String shape, String fortran, long says) throws IOException {
        byte[] header = "{'descr': %s, 'fortran_order': %s, 'shape': (%s), }\n"
                .formatted(descr, fortran, shape)
                .getBytes(StandardCharsets.US_ASCII);
        ByteBuffer file = ByteBuffer.allocate(12 + header.length + 16).order(ByteOrder.LITTLE_ENDIAN);
        file.put(new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 2, 0});
        file.putInt((int) (says < 0 ? header.length : says)).put(header);
        return Files.write(folder.resolve("x.npy"), file.array());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'<f4'|" + BEYOND_COUNTING + "|False|-1|has more elements than can be counted",
                "'<f4'|4611686018427387904,|False|-1|more bytes than can be counted",
                "'<f4'|99999999999999999999,|False|-1|a shape that cannot be",
                "'<f4'|-1, 4|False|-1|does not understand",
                "'<f4'|1000000, 1000000|True|-1|which is 4000000000000 bytes, but holds 16",
                "'|O'|4,|False|-1|the NumPy type",
                "[('a', '<f4')]|4,|False|-1|does not understand",
                "'<f4'|4,|False|4294967295|cut short in its header"
            })
    void an_array_whose_header_lies(String descr, String shape, String fortran, long says, String why)
            throws IOException {
        String type = descr.startsWith("'") || descr.startsWith("[") ? descr : "'" + descr + "'";
        Path file = npy(type, shape, fortran, says);
        refuses(() -> NpyFiles.read(file), file.toString(), why);
    }

    @Test
    void a_header_of_many_megabytes_is_not_searched() throws IOException {
        ByteBuffer file = ByteBuffer.allocate(3 << 20).order(ByteOrder.LITTLE_ENDIAN);
        file.put(new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 2, 0}).putInt(2 << 20);
        Path path = Files.write(folder.resolve("x.npy"), file.array());
        refuses(() -> NpyFiles.read(path), path.toString(), "NumPy writes a line");
    }

    private Path proto(long... dims) throws IOException {
        TensorProto.Builder proto = TensorProto.newBuilder()
                .setDataType(DType.FLOAT32.onnx())
                .setRawData(com.google.protobuf.ByteString.copyFrom(new byte[16]));
        for (long dim : dims) {
            proto.addDims(dim);
        }
        return Files.write(folder.resolve("x.pb"), proto.build().toByteArray());
    }

    @Test
    void a_tensor_whose_shape_is_beyond_counting_negative_or_more_than_its_data() throws IOException {
        Path file = proto(1L << 32, 1L << 32);
        refuses(() -> TensorProtos.read(file), file.toString(), "more elements than can be counted");
        proto(1L << 62);
        refuses(() -> TensorProtos.read(file), file.toString(), "more elements than can be counted");
        proto(-1, 4);
        refuses(() -> TensorProtos.read(file), file.toString(), "negative");
        proto(1000);
        refuses(() -> TensorProtos.read(file), file.toString(), "wants 4000 bytes in raw_data, and there are 16");
    }

    @Test
    void negative_control_the_same_tensor_with_a_true_shape_is_read() throws IOException {
        assertThat(TensorProtos.read(proto(2, 2)).shape().elements()).isEqualTo(4);
    }

    private static void feeds(Port port, Map<String, InputSource> sources) {
        ModelInspection model = Models.with(port);
        new FeedBuilder(model, Map.of(), Map.of(), 1, 7, PreparedTensors.NONE).build(sources, Map.of(), Map.of());
    }

    @Test
    void an_input_of_more_than_any_memory_is_refused_before_it_is_made() {
        refuses(() -> feeds(port("x", DType.FLOAT32, 1 << 20, 1 << 20), Map.of()), "input 'x'", "2 GiB is the most");
        refuses(
                () -> feeds(port("x", DType.FLOAT32, 1L << 40, 1L << 40), Map.of()),
                "input 'x'",
                "more elements than can be counted");
        refuses(() -> feeds(port("x", DType.STRING, 1 << 30), Map.of()), "input 'x'", "strings");
    }

    @Test
    void a_shape_that_a_user_types_is_held_to_the_same() {
        InputSource typed = InputSource.parse("float32[4294967296,4294967296]");
        refuses(
                () -> feeds(port("x", DType.FLOAT32, "a", "b"), Map.of("x", typed)),
                "input 'x'",
                "more elements than can be counted");
    }

    /** Java's regular expressions walk such a list on the stack of the thread. */
    @Test
    void a_list_of_very_many_numbers_is_a_list() {
        String list = String.join(",", java.util.Collections.nCopies(200_000, "1"));
        assertThat(InputSource.parse(list)).isInstanceOf(InputSource.Literal.class);
        feeds(port("x", DType.FLOAT32, "a"), Map.of("x", InputSource.parse(list)));
        assertThat(List.of(list.split(","))).hasSize(200_000);
    }

    @Test
    void lists_in_lists_without_end_are_no_value() {
        InputSource deep = new InputSource.Literal("[".repeat(100_000) + "]".repeat(100_000));
        refuses(() -> feeds(port("x", DType.FLOAT32, "a"), Map.of("x", deep)), "'x'");
    }
}
