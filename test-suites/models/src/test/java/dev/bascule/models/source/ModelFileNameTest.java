package dev.bascule.models.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ModelFileNameTest {

    @ParameterizedTest
    @CsvSource({
        "/m/face.onnx, face, face.onnx",
        "/m/voice.pt, voice, voice.pt",
        "/m/face/model.onnx, face, face/model.onnx",
        "/m/voice/model.pt, voice, voice/model.pt",
        "/m/repo/onnx/model.onnx, repo, repo/onnx/model.onnx",
        "/m/repo/onnx/face.onnx, face, face.onnx",
        "/m/project/models/model.onnx, project, project/models/model.onnx",
        "/m/test_relu, test_relu, test_relu",
        "/m/repo/onnx, repo, repo/onnx",
        "/m/repo/1/model.onnx, 1, 1/model.onnx",
        "/m/1.onnx, 1, 1.onnx",
        "/m/onnx.onnx, onnx, onnx.onnx",
        "/m/model_v2.onnx, model_v2, model_v2.onnx",
        "/model.onnx, model, model.onnx",
        "/onnx/model.onnx, onnx, onnx/model.onnx",
    })
    void a_model_goes_by_what_says_which_it_is(String file, String name, String path) {
        assertThat(ModelFileName.of(Path.of(file))).isEqualTo(name);
        assertThat(ModelFileName.path(Path.of(file))).isEqualTo(path);
    }

    @ParameterizedTest
    @CsvSource({
        "models--org--repo/snapshots/c4e3f2d1b0a9f8e7d6c5b4a3f2e1d0c9b8a7f6e5/onnx/model.onnx, repo",
        "models--org--repo.v2/snapshots/c4e3f2d1b0a9f8e7d6c5b4a3f2e1d0c9b8a7f6e5/model.onnx, repo.v2",
        "models--bert/snapshots/c4e3f2d1b0a9f8e7d6c5b4a3f2e1d0c9b8a7f6e5/model.onnx, bert"
    })
    void a_file_in_the_hub_s_own_cache_goes_by_its_repository(String file, String name) {
        assertThat(ModelFileName.of(Path.of("/cache/hub", file))).isEqualTo(name);
    }
}
