package dev.bascule.app.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.cache.CacheFolder;
import dev.bascule.models.graph.ModelInspection;
import dev.bascule.models.graph.OnnxModelFile;
import dev.bascule.studies.quantization.ModelFeed;
import dev.bascule.studies.quantization.QuantizationRequest.Data;
import dev.bascule.studies.quantization.SampleSplit;
import dev.bascule.training.data.DataSets;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QuantizationSamplesTest {
    private static final DataSets SETS = new DataSets(CacheFolder.ofProcess());

    @TempDir
    Path folder;

    private String notes(boolean source, double scale) throws IOException {
        Path file = Files.write(
                folder.resolve("model.onnx"),
                Centroids.model(SETS.of("strokes")).toByteArray());
        ModelInspection model = OnnxModelFile.open(file).inspect();
        Data data = new Data(List.of("strokes"), new SampleSplit.Counts(2, 4), source, new ModelFeed.Linear(scale, 0));
        return String.join(
                " ",
                new QuantizationSamples(SETS, data, 7)
                        .labelled(SETS.of("strokes"), model)
                        .notes());
    }

    @Test
    void a_scale_that_changes_nothing_is_said() throws IOException {
        assertThat(notes(false, 255)).contains("--scale and --offset change nothing of these samples; --feed source");
        assertThat(notes(true, 255)).contains("times 255.0").doesNotContain("change nothing");
        assertThat(notes(false, 1)).doesNotContain("change nothing");
    }
}
