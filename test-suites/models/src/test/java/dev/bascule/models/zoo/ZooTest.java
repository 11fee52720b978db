package dev.bascule.models.zoo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.onnx.proto.OnnxMl.ModelProto;
import dev.bascule.fallback.cache.Sha256;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ZooTest {

    /**
     * Published: BERT paper and model card, timm's vit_base_patch16_224, torchvision, openai-whisper's encoder, Keras'
     * summaries of MLPerf Tiny's DS-CNN (24,908 with 1,152 running statistics) and of YAMNet (3,751,369 with 21,888),
     * HiFi-GAN's paper (0.92 million); what the parameters of Hugging Face's models of gpt2, SmolLM2-135M, Qwen2.5-0.5B and
     * clip-vit-base-patch32 add up to. Torchvision's efficientnet_b0, densenet121, squeezenet1_1, shufflenet_v2_x1_0 and
     * convnext_tiny and swin_t; timm's mixer_s16_224; EDSR's baseline (1.37 million); brain-segmentation-pytorch's U-Net.
     */
    @ParameterizedTest
    @CsvSource({
        "bert-base, 109482240",
        "vit-base, 86567656",
        "resnet-18, 11689512",
        "mobilenet-v2, 3504872",
        "whisper-tiny, 7632384",
        "ds-cnn, 23756",
        "yamnet, 3729481",
        "hifi-gan-v2, 925985",
        "gpt2, 124439808",
        "smollm2-135m, 134515008",
        "qwen2.5-0.5b, 494032768",
        "clip-vit-b32, 151277313",
        "efficientnet-b0, 5288548",
        "densenet-121, 7978856",
        "squeezenet-1.1, 1235496",
        "shufflenet-v2, 2278604",
        "convnext-tiny, 28589128",
        "mixer-s16, 18528264",
        "edsr-baseline-x2, 1369859",
        "unet, 7763041",
        "swin-tiny, 28288354",
    })
    void published_names_have_the_published_number_of_parameters(String id, long parameters) {
        assertThat(model(id).parameters()).isEqualTo(parameters);
    }

    /**
     * No number was published with these: it follows from the published dimensions. The GRU's paper says 78.8 KB, in bytes; the
     * tagger's 130,000 words of 50 numbers each are most of it. Conformer S is published with relative positions and a decoder.
     */
    @ParameterizedTest
    @CsvSource({
        "gru-kws, 78552",
        "bilstm-tagger, 7350209",
        "tcn, 1052038",
        "conformer-s, 8374464",
        "ft-transformer, 913156"
    })
    void published_dimensions_add_up(String id, long parameters) {
        assertThat(model(id).parameters()).isEqualTo(parameters);
    }

    /** openai/whisper-tiny has 37,760,640 with the encoder's fixed positions, google-t5/t5-small 60,506,624. */
    @ParameterizedTest
    @CsvSource({"whisper-tiny-decoder, 37184640", "t5-small, 60506624"})
    void an_encoder_and_its_decoder_have_the_published_number_of_parameters_together(String id, long parameters) {
        ZooModel decoder = model(id);
        ZooModel encoder = decoder.encoder().orElseThrow();

        // The embedding of T5 is in both.
        assertThat(Stream.of(decoder, encoder)
                        .flatMap(half -> half.architecture().define(id).weights().stream())
                        .filter(weight -> weight.role() == Weight.Role.PARAMETER)
                        .distinct()
                        .mapToLong(Weight::elements)
                        .sum())
                .isEqualTo(parameters);
    }

    @Test
    void yolov8n_has_the_published_size_with_the_weights_that_count_bins() {
        assertThat(model("yolov8n").parameters() + 16).isEqualTo(3_157_200);
    }

    @Test
    void whisper_tinys_encoder_has_the_published_size_with_its_fixed_positions() {
        assertThat(model("whisper-tiny").parameters() + 1500 * 384).isEqualTo(8_208_384);
    }

    @ParameterizedTest
    @CsvSource({
        "whisper-tiny, whisper-tiny-decoder, whisper-tiny-encoder",
        "whisper-micro, whisper-decoder-micro, whisper-encoder-micro",
        "t5-small-encoder, t5-small, t5-small-encoder",
        "t5-encoder-micro, t5-micro, t5-encoder-micro",
    })
    void an_encoder_knows_who_writes_of_it(String id, String writer, String encoder) {
        ZooModel found = model(id).writer().orElseThrow();

        assertThat(found.id()).isEqualTo(writer);
        assertThat(found.encoder().orElseThrow().id()).isEqualTo(encoder);
        Zoo.model(encoder)
                .ifPresent(listed -> assertThat(listed.fingerprint())
                        .isEqualTo(found.encoder().orElseThrow().fingerprint()));
        assertThat(model("gpt2").encoder()).isEmpty();
        assertThat(model("bert-micro").writer()).isEmpty();
    }

    @Test
    void no_file_is_above_two_gigabytes() {
        assertThat(Zoo.models())
                .allSatisfy(model -> assertThat(model.sizeBytes()).isLessThan(2_000_000_000L));
    }

    /** From the published code's {@code _relative_position_bucket}: 32 buckets, a distance of 128 at most. */
    @ParameterizedTest
    @CsvSource({
        "0, true, 0",
        "-1, true, 1",
        "1, true, 17",
        "-7, true, 7",
        "-8, true, 8",
        "-11, true, 8",
        "-12, true, 9",
        "-127, true, 15",
        "200, true, 31",
        "0, false, 0",
        "-15, false, 15",
        "-16, false, 16",
        "-30, false, 20",
        "-500, false, 31",
        "3, false, 0",
    })
    void distances_are_counted_as_t5_counts_them(int relative, boolean bothSides, int bucket) {
        assertThat(new Fill.DistanceBuckets(8, bothSides).bucket(relative)).isEqualTo(bucket);
    }

    @Test
    void silero_vad_adds_up_to_the_published_size_with_its_fixed_basis() {
        assertThat(model("silero-vad").parameters() + 258 * 256).isEqualTo(309_633);
    }

    /** A change of these bytes is a change of the zoo: results before and after it must not be compared. */
    @ParameterizedTest
    @CsvSource({
        "whisper-micro, 7ee24e63875038cd6671634408e9f7a2b6138a94530a959f9b5fcd49fda74053",
        "resnet-micro, 4ae95bef1cbbbc918f9e1b9117d45035087eede46e0e9133dd120d5e228f2309",
        "mobilenet-micro, 60f59ec75278a836b857bed1eb136d62c4e5d1fe0cf2185c163d728236cf684b",
        "vit-micro, 2bc40b14b16400a10c515edeee80ac5d3e0155dd37c7ad9bb6ec1123bb1b4fcc",
        "face-mesh-micro, 118bb2642597fe0af64566b49e5926bb164c169e1ba230d927a49e88da1b66c1",
        "bert-micro, 60b5726638400ed89ec012b39c1b867cc6941c0f6d02c9573cdd9aeb5ac510d6",
        "ds-cnn, 28f9bb17f52a50ce3bed90da35219dc6b27eb4c0d2b90da40004bf1bcbd9dc67",
        "yamnet-micro, 277eb5cb416e68d28d8c7ffc162811742854b75513bd5fe2a3b25e5b24a1039c",
        "hifi-gan-micro, d18bf10a8c5ff1ef982a5295cead5c10110f88ff8d0fd9d5acad98f609df3915",
        "gpt2-micro, 8f1d93bca07876a785431c4a77c4fb1bcde530573bb94b0b47b0cb29ae9ffe0f",
        "smollm2-micro, 94ec6abc56c57ce7c11f07cf804108df194f68bbbe9f92087d99b47992f2787d",
        "qwen2.5-micro, 8a3dda411585db0b4a7dd1321008f736a9cf0128a16f2741d68044aebab7037e",
        "whisper-decoder-micro, cd26ae4755efb4898b51fac6064fee3359e21f024669b5549d00c91be37bbbac",
        "t5-encoder-micro, f337a63b886b288769d06baf484b0d6ae1653e5ff7641de8474dbdf219967d1a",
        "t5-micro, ea1e3e98edadbdb976c9d6328a6ac73a175951018200c06fd68f578d60b0efa5",
        "clip-micro, 9be749c048b2e5c870f2888bd90aff4ef6bebc4a2f44e6c173364830a365f670",
        "silero-vad, d8745fb564331b921542a33459cd6bb574e8f0e9baf78d95f8093c32d455b7ac",
        "efficientnet-micro, 7cdf174f2cb6f04162b5deea7af54ac320c13168a7b095f066af4c917136d3f7",
        "densenet-micro, ecd92a88b6efaee312b394e34f98d909e2ffa87925518ea47d3952cc4c9ac092",
        "squeezenet-micro, 1b5393827891b4644ca8aa3756aec95e932d5b0c395a8ed0256f0df4cb2eb968",
        "shufflenet-micro, 55d5f43cac75a8aa6f7951362922b7c80c184c454206b009f3d5eb02550c37b0",
        "convnext-micro, 2878a161dfd8a46649c8a9cb737d4adbf2ba606c0cc74423a5aa28d4663e84df",
        "mixer-micro, dee3988540228fc8bd66be78f14b58b159a964d51f50dfd3faba9fe0c377de98",
        "unet-micro, 2cdffc576670304d0045c4145848b6062e3f5d9744f0e15c5b1758a80fd62772",
        "edsr-micro, 41a22bd9f99561c9c7d079276e7dcf714beb18b7bbfbb1bc4e075df9a3610bbe",
        "gru-kws-micro, 50c5c786053a39e79c1d317025df999b12a644dc66218a4710a9fb4b3af770ed",
        "bilstm-tagger-micro, a0fe8a80da66470b513f760cb19ac4194c5f7194f3068bfb06564244865c4333",
        "tcn-micro, 1a5988d80301003e23295315121996962b98b6efa2940a569cfb2ed20dd9ce56",
        "yolov8-micro, cc76795d7037cee5fa5020f4c7865572af70ebef9b7847f4064da10b5160d31c",
        "swin-micro, d936a9ad8127c72715601d25f2c27f0e34974020d059cd71cb6654d76245b5d3",
        "conformer-micro, 18b1587768055f934131a24423624465611d6858c346c8fe2a24e800e51f3fde",
        "ft-transformer-micro, 641f4d17261dd9afe5c74be053461533e3f3e48dba6b83d0666d9096bf947dca",
    })
    void small_models_are_the_same_bytes_on_every_machine(String id, String sha256) throws IOException {
        assertThat(Sha256.of(bytes(model(id)))).isEqualTo(sha256);
    }

    @ParameterizedTest
    @MethodSource("microModels")
    void small_models_are_below_two_megabytes_and_of_the_size_foretold(ZooModel model) throws IOException {
        assertThat(bytes(model)).hasSize((int) model.sizeBytes()).hasSizeLessThan(2_000_000);
    }

    @ParameterizedTest
    @MethodSource("microModels")
    void a_model_is_written_so_that_protobuf_reads_the_same_graph(ZooModel model) throws IOException {
        OnnxModelDefinition definition = model.architecture().define(model.id());
        ModelProto read = ModelProto.parseFrom(bytes(model));

        assertThat(read.getGraph().getNodeList())
                .isEqualTo(definition.skeleton().getGraph().getNodeList());
        assertThat(read.getGraph().getInitializerList()).hasSameSizeAs(definition.weights());
        assertThat(read.getGraph().getInitializerList())
                .allSatisfy(tensor -> assertThat(tensor.getRawData().isEmpty()).isFalse());
    }

    @Test
    void every_family_of_the_issue_has_a_small_and_a_published_size() {
        List<String> ids = Zoo.models().stream().map(ZooModel::id).toList();

        assertThat(ids)
                .doesNotHaveDuplicates()
                .contains("whisper-micro", "resnet-micro", "vit-micro", "bert-micro", "mobilenet-micro")
                .contains("gpt2-micro", "smollm2-micro", "gpt2", "smollm2-135m")
                .contains("qwen2.5-micro", "t5-micro", "whisper-decoder-micro", "clip-micro")
                .contains("qwen2.5-0.5b", "t5-small", "whisper-tiny-decoder", "clip-vit-b32")
                .contains("efficientnet-b0", "densenet-121", "squeezenet-1.1", "shufflenet-v2", "convnext-tiny")
                .contains("mixer-s16", "unet", "yolov8n", "edsr-baseline-x2", "gru-kws", "bilstm-tagger", "tcn")
                .contains("swin-tiny", "conformer-s", "ft-transformer")
                .contains("whisper-tiny", "resnet-18", "vit-base", "bert-base", "mobilenet-v2");
    }

    @Test
    void a_weight_does_not_change_when_another_layer_is_added() throws IOException {
        OnnxGraph one = new OnnxGraph("one");
        one.parameter("kept", Layers.bias(), 8);
        OnnxGraph two = new OnnxGraph("two");
        two.parameter("new", Layers.bias(), 8);
        two.parameter("kept", Layers.bias(), 8);

        assertThat(weight(two.define(), 1)).isEqualTo(weight(one.define(), 0));
        assertThat(weight(two.define(), 0)).isNotEqualTo(weight(one.define(), 0));
    }

    @Test
    void two_different_weights_of_one_name_are_refused() {
        OnnxGraph graph = new OnnxGraph("twice");
        graph.scalar("same", 1);
        assertThat(graph.scalar("same", 1)).isEqualTo("same");
        assertThatThrownBy(() -> graph.scalar("same", 2)).hasMessageContaining("same");
    }

    private static byte[] weight(OnnxModelDefinition definition, int index) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        definition.writeTo(out);
        return ModelProto.parseFrom(out.toByteArray())
                .getGraph()
                .getInitializer(index)
                .getRawData()
                .toByteArray();
    }

    static Stream<ZooModel> microModels() {
        return Zoo.models().stream().filter(model -> model.id().endsWith("-micro"));
    }

    private static ZooModel model(String id) {
        return Zoo.model(id).orElseThrow();
    }

    private static byte[] bytes(ZooModel model) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        model.writeTo(out);
        return out.toByteArray();
    }
}
