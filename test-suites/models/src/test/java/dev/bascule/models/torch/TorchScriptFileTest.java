package dev.bascule.models.torch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.cache.CacheFolder;
import dev.bascule.fallback.cases.ModelFormat;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.models.graph.ModelInspection;
import dev.bascule.models.graph.OperatorUse;
import dev.bascule.models.graph.Port;
import dev.bascule.models.hub.HubSettings;
import dev.bascule.models.source.ModelResolver;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TorchScriptFileTest {
    @TempDir
    Path folder;

    private static Path model(String name) throws URISyntaxException {
        return Path.of(Optional.ofNullable(TorchScriptFileTest.class.getResource("torchscript/" + name))
                .orElseThrow()
                .toURI());
    }

    /** An archive with a class Net of this code. */
    private Path archive(String code) throws IOException {
        return archive(Map.of("m/data.pkl", "\u0080\u0002c__torch__\nNet\nq\0)\u0081}b.", "m/code/__torch__.py", code));
    }

    private Path archive(Map<String, String> parts) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            for (Map.Entry<String, String> part : new LinkedHashMap<>(parts).entrySet()) {
                zip.putNextEntry(new ZipEntry(part.getKey()));
                zip.write(part.getValue().getBytes(StandardCharsets.ISO_8859_1));
            }
        }
        return Files.write(folder.resolve("made.pt"), bytes.toByteArray());
    }

    private static String net(String signature) {
        return "class Net(Module):\n  training : bool\n  def forward(self: __torch__.Net" + signature
                + ":\n    return x\n";
    }

    @Test
    void a_text_by_the_name_of_one_is_told_what_one_is() throws IOException {
        Path file = Files.writeString(folder.resolve("notes.pt"), "these are notes, and no model at all");

        assertThatThrownBy(() -> new ModelResolver(new CacheFolder(folder), HubSettings.of(Map.of()))
                        .resolve(file.toString(), Path.of(""))
                        .info())
                .isInstanceOfSatisfying(BasculeException.class, e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.NOT_ONNX);
                    assertThat(e.failure().message()).contains("no TorchScript file");
                    assertThat(e.failure().remedies().get(0)).contains("torch.jit.trace");
                });
    }

    @ParameterizedTest
    @ValueSource(strings = {"small.pt", "traced.pt"})
    void a_models_signature_operators_and_weights_are_read_without_pytorch(String name) throws Exception {
        ModelInspection model = TorchScriptFile.inspect(model(name));

        assertThat(model.artifact().format()).isEqualTo(ModelFormat.TORCHSCRIPT);
        assertThat(model.inputs()).extracting(Port::name).containsExactly("image", "offset");
        assertThat(model.outputNames()).containsExactly("output0", "output1");
        // Traced code calls the convolution by the name that torch.conv2d has underneath.
        assertThat(model.operators())
                .contains(new OperatorUse("aten", "softmax", 1))
                .anyMatch(use -> use.type().equals("conv2d") || use.type().equals("_convolution"));
        // 36 + 4 of the convolution, 4 times 4 of the norm (its counter is an integer), 12 + 3 of the linear layer.
        assertThat(model.weights().parameters()).isEqualTo(71);
        assertThat(model.artifact().format()).isEqualTo(ModelFormat.TORCHSCRIPT);
    }

    @Test
    void a_dictionarys_names_are_known_from_a_run_alone() throws Exception {
        assertThat(TorchScriptFile.inspect(model("dict.pt")).outputNames()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                ",\\n    x: Tensor) -> Tensor | x | output",
                ",\\n    x: Tensor,\\n    y: Optional[Tensor]=None,\\n    scale: float=2.) -> Tensor | x | output",
                ",\\n    a: Tensor,\\n    b: Tensor) -> Tuple[Tensor, Tensor, Tensor] | a,b | output0,output1,output2",
                ",\\n    x: Tensor) -> Tuple[Tensor] | x | output",
            })
    void signatures_are_read_as_pytorch_prints_them(String signature, String inputs, String outputs) throws Exception {
        ModelInspection model =
                TorchScriptFile.inspect(archive(net(signature.strip().replace("\\n", "\n"))));
        assertThat(model.inputs()).extracting(Port::name).containsExactly(inputs.split(","));
        assertThat(model.outputNames()).containsExactly(outputs.split(","));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                ",\\n    x: List[Tensor]) -> Tensor | takes 'x' as List[Tensor]",
                ",\\n    x: Dict[str, Tensor]) -> Tensor | takes 'x' as Dict[str, Tensor]",
                ",\\n    x: Tensor) -> int | returns int",
                ",\\n    x: Tensor) -> Tuple[Tensor, int] | returns Tuple[Tensor, int]",
            })
    void what_bascule_cannot_feed_or_read_is_refused_with_its_type(String signature, String words) throws Exception {
        refused(archive(net(signature.strip().replace("\\n", "\n"))), ErrorCode.NOT_TORCHSCRIPT, words.strip());
    }

    @Test
    void a_checkpoint_is_told_from_a_model() throws Exception {
        refused(archive(Map.of("m/data.pkl", ".")), ErrorCode.NOT_TORCHSCRIPT, "checkpoint by torch.save");
    }

    @Test
    void another_zip_a_class_without_forward_and_a_strange_pickle_are_refused() throws Exception {
        refused(archive(Map.of("readme.txt", "hello")), ErrorCode.NOT_TORCHSCRIPT, "without a data.pkl");
        refused(archive("class Other(Module):\n"), ErrorCode.NOT_TORCHSCRIPT, "has no forward");
        refused(
                archive(Map.of("m/data.pkl", "\u0080\u0002cos\nsystem\n", "m/code/__torch__.py", "")),
                ErrorCode.NOT_TORCHSCRIPT,
                "cut short");
        refused(
                archive(Map.of("m/data.pkl", "\u0080\u0002\u0095", "m/code/__torch__.py", "")),
                ErrorCode.NOT_TORCHSCRIPT,
                "0x95");
    }

    @Test
    void a_file_cut_short_is_called_so() throws Exception {
        byte[] whole = Files.readAllBytes(model("small.pt"));
        Path cut = Files.write(folder.resolve("cut.pt"), Arrays.copyOf(whole, whole.length / 2));
        assertThat(TorchScriptFile.isArchive(cut)).isTrue();
        refused(cut, ErrorCode.MODEL_TRUNCATED, "cannot be read");
    }

    private static void refused(Path file, ErrorCode code, String words) {
        assertThatThrownBy(() -> TorchScriptFile.inspect(file))
                .isInstanceOfSatisfying(
                        BasculeException.class, e -> assertThat(e.code()).isEqualTo(code))
                .hasMessageContaining(words);
    }
}
