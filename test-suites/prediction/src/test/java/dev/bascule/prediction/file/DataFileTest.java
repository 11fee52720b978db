package dev.bascule.prediction.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.bascule.fallback.cache.Sha256;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.prediction.World;
import dev.bascule.prediction.data.TrainingSet;
import dev.bascule.prediction.fit.Fits;
import dev.bascule.prediction.fit.LayerDecision;
import dev.bascule.prediction.fit.Layers;
import dev.bascule.prediction.validate.Validation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataFileTest {
    @TempDir
    Path folder;

    private Path written(TrainingSet set) {
        Path file = folder.resolve("data.json");
        DataFile.write(
                file,
                set,
                Validation.of(set, said -> {}),
                Map.of("machine", "a CPU"),
                "0.1.0",
                Instant.parse("2026-11-28T12:00:00Z"));
        return file;
    }

    private static TrainingSet set() {
        return new World(6, 2, 0.02)
                .measured("s1", World.CPU, 1)
                .measured("s1", World.WASM, 1)
                .set();
    }

    @Test
    void what_is_read_back_teaches_the_same() {
        TrainingSet set = set();

        TrainingSet back = DataFile.read(written(set));

        assertThat(back.models().keySet()).isEqualTo(set.models().keySet());
        assertThat(back.observations()).hasSameSizeAs(set.observations());
        set.target(World.WASM)
                .orElseThrow()
                .logs()
                .forEach((model, log) -> assertThat(
                                back.target(World.WASM).orElseThrow().log(model).orElseThrow())
                        .isCloseTo(log, within(1e-5)));
    }

    @Test
    void minima_travel_with_what_validation_said_of_them_and_a_file_without_any_has_none() {
        TrainingSet set = new World(6, 2, 0.02)
                .disturbed("s1", World.CPU, 2)
                .disturbed("s1", World.WASM, 2)
                .set();

        TrainingSet back = DataFile.read(written(set));

        for (int i = 0; i < set.observations().size(); i++) {
            assertThat(back.observations().get(i).minimum().orElseThrow())
                    .isCloseTo(set.observations().get(i).minimum().orElseThrow(), within(1e-4));
        }
        assertThat(DataFile.read(written(set())).undisturbed().observations()).isEmpty();
    }

    /** Whoever reads decides anew; what is stored is what was decided of these very data. */
    @Test
    void which_layers_answered_travels_and_is_what_the_data_say_when_they_are_read() {
        TrainingSet set = new World(12, 3, 0.02)
                .disturbed("s1", World.CPU, 3)
                .contaminated("s1", World.WASM, 3)
                .set();
        Path file = written(set);

        List<StoredValidation.Layer> stored = DataFile.validation(file).layers().orElseThrow();
        Layers anew = new Layers(new Fits(DataFile.read(file)));
        List<LayerDecision> decided = all(anew);

        assertThat(stored).hasSameSizeAs(decided).isNotEmpty();
        for (int i = 0; i < stored.size(); i++) {
            LayerDecision decision = decided.get(i);
            StoredValidation.Layer told = stored.get(i);
            assertThat(told.method()).isEqualTo(decision.method());
            assertThat(told.used()).isEqualTo(decision.used());
            assertThat(told.meanWith().isPresent())
                    .isEqualTo(decision.evidence().isPresent());
            decision.evidence()
                    .ifPresent(evidence ->
                            assertThat(told.meanWith().orElseThrow()).isCloseTo(evidence.with(), within(1e-3)));
        }
        assertThat(stored).extracting(StoredValidation.Layer::figure).contains(LayerDecision.Figure.values());
    }

    private static List<LayerDecision> all(Layers layers) {
        return Stream.of(layers, layers.undisturbed())
                .flatMap(each -> each.decisions().stream())
                .toList();
    }

    /** As the first version wrote it: without layers, and with the hash of that. */
    private static String ofFirstVersion(String text) {
        String older = text.replaceFirst("\"schemaVersion\":2", "\"schemaVersion\":1")
                .replaceFirst("(?s),\"layers\":\\[.*?\\],\"sha256\"", ",\"sha256\"");
        return sealed(older);
    }

    private static String sealed(String text) {
        String blank = text.replaceFirst("\"sha256\":\"[0-9a-f]{64}\"\\}$", "\"sha256\":\"\"}");
        String hash = Sha256.of(blank.getBytes(StandardCharsets.UTF_8));
        return blank.replaceFirst("\"sha256\":\"\"\\}$", "\"sha256\":\"" + hash + "\"}");
    }

    @Test
    void a_file_of_the_first_version_teaches_as_before_and_tells_nothing_of_layers() throws IOException {
        Path file = written(set());
        TrainingSet now = DataFile.read(file);
        Files.writeString(file, ofFirstVersion(Files.readString(file)));

        assertThat(DataFile.read(file).observations()).isEqualTo(now.observations());
        assertThat(DataFile.validation(file).layers()).isEmpty();
    }

    @Test
    void a_file_that_claims_another_version_than_it_has_is_refused() throws IOException {
        Path file = written(set());
        String text = Files.readString(file);

        Files.writeString(file, sealed(ofFirstVersion(text).replaceFirst("Version\":1", "Version\":2")));
        assertThatThrownBy(() -> DataFile.read(file)).hasMessageContaining("does not say which layers answered");
        Files.writeString(file, sealed(text.replaceFirst("Version\":2", "Version\":1")));
        assertThatThrownBy(() -> DataFile.read(file)).hasMessageContaining("version 1 has no layers");
        Files.writeString(file, sealed(text.replaceFirst("Version\":2", "Version\":3")));
        assertThatThrownBy(() -> DataFile.read(file)).hasMessageContaining("it has version 3");
    }

    @Test
    void a_file_whose_layer_was_turned_round_is_refused() throws IOException {
        Path file = written(new World(8, 3, 0.02)
                .measured("s1", World.CPU, 1)
                .measured("s1", World.WASM, 1)
                .set());
        String text = Files.readString(file);
        String turned = text.contains("\"used\":true")
                ? text.replaceFirst("\"used\":true", "\"used\":false")
                : text.replaceFirst("\"used\":false", "\"used\":true");
        Files.writeString(file, turned);

        assertThat(turned).isNotEqualTo(text);
        assertThatThrownBy(() -> DataFile.read(file)).hasMessageContaining("its hash is another");
    }

    /** Sealed anew, so that nothing but what is read from it can refuse it. */
    @Test
    void what_no_writer_writes_is_refused_by_both_ways_of_reading_and_as_no_fault_of_the_program() throws IOException {
        Path file = written(new World(8, 3, 0.02)
                .measured("s1", World.CPU, 1)
                .measured("s1", World.WASM, 1)
                .set());
        String text = Files.readString(file);
        Map<String, String> doctored = Map.of(
                "no machine of a layer", text.replaceFirst("(\"layers\":\\[\\s*\\{\"machine\":)0", "$17"),
                "no such figure", text.replaceFirst("\"figure\":\"median\"", "\"figure\":\"mode\""),
                "no such layer", text.replaceFirst("\"layer\":\"LEVEL\"", "\"layer\":\"CAKE\""),
                "no figure", text.replaceFirst("\"figure\":\"median\"", "\"figure\":null"),
                "no layer", text.replaceFirst("\"layers\":\\[", "\"layers\":[null,"),
                "no row", text.replaceFirst("\"validation\":\\[", "\"validation\":[null,"),
                "no machines", text.replaceFirst("(?s)\"machines\":\\[.*?\\]", "\"machines\":null"),
                "no number", text.replaceFirst("(\"classes\":\\{\"\\w+\":\\[)[0-9.E]+", "$1null"));

        for (Map.Entry<String, String> each : doctored.entrySet()) {
            assertThat(each.getValue()).as(each.getKey()).isNotEqualTo(text);
            Files.writeString(file, sealed(each.getValue()));
            for (ThrowingCallable reader :
                    List.<ThrowingCallable>of(() -> DataFile.read(file), () -> DataFile.validation(file))) {
                assertThatThrownBy(reader)
                        .as(each.getKey())
                        .isInstanceOfSatisfying(
                                BasculeException.class,
                                refused -> assertThat(refused.code()).isEqualTo(ErrorCode.RECORD_INVALID))
                        .hasMessageContaining("data.json")
                        .hasMessageNotContaining("its hash is another");
            }
        }
    }

    @Test
    void a_file_with_a_time_changed_is_refused() throws IOException {
        Path file = written(set());
        String text = Files.readString(file);
        int at = text.indexOf("\"ms\":") + 5;
        Files.writeString(file, text.substring(0, at) + "9" + text.substring(at));

        assertThatThrownBy(() -> DataFile.read(file)).isInstanceOfSatisfying(BasculeException.class, refused -> {
            assertThat(refused.code()).isEqualTo(ErrorCode.RECORD_INVALID);
            assertThat(refused).hasMessageContaining("its hash is another");
        });
    }

    @Test
    void what_is_no_such_file_is_refused_with_its_name() throws IOException {
        Path file = folder.resolve("other.json");
        Files.writeString(file, "{\"schemaVersion\": 1}");

        assertThatThrownBy(() -> DataFile.read(file)).hasMessageContaining("other.json");
    }
}
