package dev.bascule.models.preprocessing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.cache.CacheFolder;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.job.PipelineSpec;
import dev.bascule.fallback.job.Shaping;
import dev.bascule.fallback.job.Shaping.Fit;
import dev.bascule.fallback.job.Shaping.Resampling;
import dev.bascule.models.graph.ModelInspection;
import dev.bascule.models.graph.OnnxModelFile;
import dev.bascule.models.zoo.Zoo;
import dev.bascule.models.zoo.ZooStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PreprocessingTest {
    private static final String CLIP = """
            {"image_processor_type": "CLIPImageProcessor", "do_resize": true, "size": {"shortest_edge": 36}, "resample": 3,
             "do_center_crop": true, "crop_size": {"height": 32, "width": 32}, "do_rescale": true,
             "rescale_factor": 0.00392156862745098, "do_normalize": true, "image_mean": [0.1, 0.2, 0.3],
             "image_std": [0.4, 0.5, 0.6], "do_convert_rgb": true, "do_pad": false, "size_divisor": 32}
            """;
    private static final String WHISPER = """
            {"feature_extractor_type": "WhisperFeatureExtractor", "chunk_length": 30, "feature_size": 80, "hop_length": 160,
             "n_fft": 400, "n_samples": 480000, "nb_max_frames": 3000, "sampling_rate": 16000, "padding_value": 0.0}
            """;

    @TempDir
    Path folder;

    @Test
    void a_picture_is_cut_out_as_clips_processor_says_and_what_is_not_obeyed_is_told() throws IOException {
        FoundPipeline found = image(CLIP);
        assertThat(found.spec())
                .isEqualTo(new PipelineSpec.Vision(
                        32,
                        32,
                        List.of(0.1, 0.2, 0.3),
                        List.of(0.4, 0.5, 0.6),
                        Optional.of(new Shaping(
                                Resampling.BICUBIC,
                                true,
                                new Fit.ShortestEdge(36),
                                0.00392156862745098,
                                Shaping.Channels.RGB,
                                Shaping.Layout.NCHW))));
        assertThat(found.settings())
                .contains("preprocessor_config.json (CLIPImageProcessor)")
                .endsWith("not obeyed: size_divisor=32");
    }

    @Test
    void an_old_file_of_vit_has_one_number_for_both_sides_and_need_not_normalise() throws IOException {
        PipelineSpec.Vision spec = (PipelineSpec.Vision) image(
                        "{\"feature_extractor_type\":\"ViTFeatureExtractor\",\"size\":32,\"resample\":2,\"do_normalize\":false}")
                .spec();
        assertThat(spec.shaped().fit()).isEqualTo(new Fit.Stretch());
        assertThat(spec.shaped().resampling()).isEqualTo(Resampling.BILINEAR);
        assertThat(spec.mean()).containsOnly(0.0);
        assertThat(spec.std()).containsOnly(1.0);
        assertThat(spec.width()).isEqualTo(32);
    }

    @Test
    void convnexts_part_makes_the_picture_larger_before_it_is_cut() throws IOException {
        PipelineSpec.Vision spec = (PipelineSpec.Vision) image("""
                {"image_processor_type":"ConvNextImageProcessor","size":{"shortest_edge":224},"crop_pct":0.875,"resample":3,
                 "image_mean":[0.5,0.5,0.5],"image_std":[0.5,0.5,0.5]}
                """).spec();
        assertThat(spec.shaped().fit()).isEqualTo(new Fit.ShortestEdge(256));
        assertThat(spec.width()).isEqualTo(224);
    }

    @Test
    void what_a_file_asks_for_and_nobody_does_is_refused_by_name() {
        refused(CLIP.replace("CLIPImage", "MagicImage"), "MagicImageProcessor");
        refused(CLIP.replace("\"resample\": 3", "\"resample\": 1"), "resample");
        refused(CLIP.replace("\"do_center_crop\": true", "\"do_center_crop\": false"), "size of its own");
        refused(CLIP.replace("\"do_resize\": true", "\"do_resize\": false"), "do_resize");
        refused(CLIP.replace("[0.4, 0.5, 0.6]", "[0.4, 0.5]"), "image_std");
        refused(CLIP.replace("[0.4, 0.5, 0.6]", "[0.4, 0.0, 0.6]"), "image_std");
        refused(CLIP.replace("\"height\": 32", "\"height\": -1"), "height");
        refused("[1]", "no JSON object");
        refused("{\"size\":", "no JSON");
    }

    private void refused(String json, String says) {
        assertThatThrownBy(() -> image(json))
                .isInstanceOfSatisfying(BasculeException.class, error -> {
                    assertThat(error.code()).isEqualTo(ErrorCode.INPUT_MISMATCH);
                    assertThat(error.failure().remedies()).isNotEmpty();
                })
                .hasMessageContaining(says);
    }

    @Test
    void without_a_file_a_picture_is_stretched_to_the_models_input() {
        FoundPipeline found = Preprocessing.of(PipelineKind.IMAGE, model("vit-micro"), inFolder(), Optional.empty());
        assertThat(((PipelineSpec.Vision) found.spec()).width()).isEqualTo(64);
        assertThat(found.settings()).contains("no preprocessor_config.json beside it");
    }

    @Test
    void a_sound_becomes_whispers_frames() throws IOException {
        write("preprocessor_config.json", WHISPER);
        assertThat(audio().spec()).isEqualTo(new PipelineSpec.Audio("logmel", 16_000, 3000, 80));
        write("preprocessor_config.json", WHISPER.replace("400", "512"));
        assertThatThrownBy(this::audio).hasMessageContaining("other windows");
        write("preprocessor_config.json", WHISPER.replace("Whisper", "Seamless"));
        assertThatThrownBy(this::audio).hasMessageContaining("SeamlessFeatureExtractor");
    }

    /** As models of music and codecs have it; a second of Bascule's own sample is a second at any rate. */
    @Test
    void a_rate_above_that_of_speech_is_taken_as_it_is() throws IOException {
        write(
                "preprocessor_config.json",
                WHISPER.replace("\"chunk_length\": 30", "\"chunk_length\": 1").replace("16000", "48000"));
        assertThat(audio().spec()).isEqualTo(new PipelineSpec.Audio("logmel", 48_000, 300, 80));
        write("preprocessor_config.json", WHISPER.replace("16000", "200000"));
        assertThatThrownBy(this::audio).hasMessageContaining("'sampling_rate' from 1 to 192000");
    }

    private FoundPipeline audio() {
        return Preprocessing.of(PipelineKind.AUDIO, model("whisper-micro"), inFolder(), Optional.empty());
    }

    @Test
    void a_text_is_as_long_as_its_settings_allow_by_the_tokenizer_beside_the_model_or_above_its_folder()
            throws IOException {
        Path model = Files.createDirectories(folder.resolve("onnx")).resolve("model.onnx");
        assertThatThrownBy(() -> Preprocessing.of(PipelineKind.TEXT, model("bert-micro"), model, Optional.empty()))
                .hasMessageContaining("no tokenizer.json");
        Path tokenizer = write("tokenizer.json", "{}");
        write("tokenizer_config.json", "{\"model_max_length\": 1000000000000000019884624838656}");
        write("config.json", "{\"max_position_embeddings\": 77}");
        FoundPipeline found = Preprocessing.of(PipelineKind.TEXT, model("bert-micro"), model, Optional.empty());
        assertThat(found.spec()).isEqualTo(new PipelineSpec.Text(77, Optional.of(PipelineSpec.Padding.NONE)));
        assertThat(found.tokenizer()).contains(tokenizer);
        assertThat(found.settings()).endsWith("not padded, cut at 77 tokens (config.json)");
    }

    @Test
    void a_model_without_such_an_input_is_told_what_it_has() {
        assertThatThrownBy(
                        () -> Preprocessing.of(PipelineKind.IMAGE, model("bert-micro"), inFolder(), Optional.empty()))
                .hasMessageContaining("no input that a picture becomes")
                .hasMessageContaining("input_ids");
    }

    private FoundPipeline image(String json) throws IOException {
        write("preprocessor_config.json", json);
        return Preprocessing.of(PipelineKind.IMAGE, model("vit-micro"), inFolder(), Optional.empty());
    }

    private Path inFolder() {
        return folder.resolve("model.onnx");
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private ModelInspection model(String id) {
        return OnnxModelFile.open(new ZooStore(new CacheFolder(folder.resolve("cache")))
                        .file(Zoo.model(id).orElseThrow()))
                .inspect();
    }
}
