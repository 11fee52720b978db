package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.OperatorSetIdProto;
import dev.bascule.app.environment.WarmRunEnvironments;
import dev.bascule.cli.command.Services;
import dev.bascule.fallback.onnx.TinyOnnx;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Models and inputs that cannot be used, through the command line and the real services; nothing of them is measured. */
@Tag("native")
class BadModelTest {
    @RegisterExtension
    static final WarmRunEnvironments WARM = new WarmRunEnvironments();

    @TempDir
    Path folder;

    private void fails(int exit, String code, String message, String... arguments) {
        fails(new LocalServices(), exit, code, message, arguments);
    }

    private void fails(Services services, int exit, String code, String message, String... arguments) {
        CliHarness.Result result = new CliHarness(folder, services).run(arguments);
        assertThat(result.err())
                .contains("error[" + code + "]")
                .contains(message)
                .contains("remedy: ");
        assertThat(result.exit()).isEqualTo(exit);
        assertThat(result.out()).isEmpty();
    }

    private String file(byte[] content) throws IOException {
        return Files.write(folder.resolve("model.onnx"), content).toString();
    }

    @Test
    void what_is_no_onnx_file() throws IOException {
        fails(3, "NOT_ONNX", "model.onnx", "run", file("hello, world".getBytes()), "--backends", "cpu");
    }

    @Test
    void it_is_told_before_anything_is_started_and_leaves_no_empty_folder() throws IOException {
        String broken = file("hello, world".getBytes());
        CliHarness.Result result = new CliHarness(folder, new LocalServices()).run("run", broken);
        assertThat(result.err()).contains("error[NOT_ONNX]").doesNotContain("looking for", "starting");
        assertThat(folder.resolve(".bascule/reports")).isEmptyDirectory();
    }

    @Test
    void a_file_that_is_not_there_names_the_nearest_and_a_folder_without_a_model_what_is_wanted() throws IOException {
        file(TinyOnnx.add());
        fails(
                3,
                "MODEL_NOT_FOUND",
                "modle.onnx'; did you mean 'model.onnx'?",
                "run",
                folder.resolve("modle.onnx").toString(),
                "--json");
        fails(3, "MODEL_NOT_FOUND", "there is no file or folder 'nosuch.onnx'", "run", "nosuch.onnx");
        Path empty = Files.createDirectories(folder.resolve("empty"));
        fails(3, "MODEL_NOT_FOUND", "name an .onnx file, or a folder that has a model.onnx", "run", empty.toString());
    }

    @Test
    void a_file_that_may_not_be_read() throws IOException {
        Path closed = Path.of(file(TinyOnnx.add()));
        assumeTrue(closed.toFile().setReadable(false) && !Files.isReadable(closed), "whoever runs this reads anything");
        fails(3, "MODEL_NOT_FOUND", "model.onnx", "run", closed.toString(), "--backends", "cpu");
    }

    @Test
    void a_truncated_model() throws IOException {
        byte[] whole = TinyOnnx.add();
        fails(
                3,
                "MODEL_TRUNCATED",
                "model.onnx",
                "run",
                file(Arrays.copyOf(whole, whole.length - 20)),
                "--backends",
                "cpu");
    }

    @Test
    void an_opset_that_nobody_supports() throws IOException {
        byte[] future = ModelProto.parseFrom(TinyOnnx.add()).toBuilder()
                .setOpsetImport(0, OperatorSetIdProto.newBuilder().setVersion(99))
                .build()
                .toByteArray();
        fails(3, "OPSET_UNSUPPORTED", "99", "run", file(future), "--backends", "cpu");
    }

    @Test
    void an_input_of_another_name_dtype_or_shape() throws IOException {
        String model = file(TinyOnnx.add());
        Services warm = new LocalServices(Clock.systemUTC(), () -> WARM);
        fails(warm, 3, "INPUT_MISMATCH", "x", "run", model, "--backends", "cpu", "--input", "y=[1,2,3,4]");
        fails(warm, 3, "INPUT_MISMATCH", "x", "run", model, "--backends", "cpu", "--input", "x=[1,2,3]");
        fails(warm, 3, "INPUT_MISMATCH", "x", "run", model, "--backends", "cpu", "--input", "x=[true,false,true,true]");
    }
}
