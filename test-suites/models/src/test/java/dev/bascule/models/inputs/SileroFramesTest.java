package dev.bascule.models.inputs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.job.Feeds;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.graph.Corpora;
import dev.bascule.models.graph.ModelInspection;
import dev.bascule.models.graph.OnnxModelFile;
import dev.bascule.models.graph.Ort;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The recurrent speech detector over a real recording, frame by frame, as a runner will do it. */
@Tag("corpus")
@Tag("native")
class SileroFramesTest {

    @Test
    void a_recording_becomes_frames_with_context_and_speech_is_found_in_some_of_them() throws Exception {
        Path file = Corpora.path("models/silero-vad/silero_vad_16k_op15.onnx");
        Path wav = Corpora.path("models/silero-vad/test.wav");
        ModelInspection model = OnnxModelFile.open(file).inspect();

        BuiltFeeds built = new FeedBuilder(model, Map.of(), 1, 1, PreparedTensors.NONE)
                .build(
                        Map.of("input", new InputSource.File(wav)),
                        Map.of("input", new FrameWindow(512, 64)),
                        Map.of("state", "stateN"));

        Feeds feeds = built.feeds();
        assertThat(feeds.steps()).isEqualTo((960_000 + 511) / 512);
        assertThat(feeds.step(0).get("input")).hasToString("float32[1,576]");
        assertThat(feeds.step(0).get("state")).hasToString("float32[2,1,128]");
        assertThat(feeds.step(0).get("sr").data().getLong(0)).isEqualTo(16_000);
        assertThat(built.notes().get("input input")).contains("16000 Hz", "512:64");

        int speech = 0;
        int frames = 400;
        try (Ort ort = new Ort(file)) {
            Map<String, Tensor> carried = new LinkedHashMap<>();
            for (int step = 0; step < frames; step++) {
                Map<String, Tensor> inputs = new LinkedHashMap<>(feeds.step(step));
                inputs.putAll(carried);
                Map<String, Tensor> outputs = ort.run(inputs);
                carried.put("state", outputs.get("stateN"));
                speech += outputs.get("output").data().getFloat(0) > 0.5 ? 1 : 0;
            }
        }
        assertThat(speech).as("frames with speech, of %s", frames).isBetween(40, frames - 20);
    }
}
