package dev.bascule.prediction.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.prediction.World;
import dev.bascule.prediction.data.TrainingSet;
import dev.bascule.prediction.validate.Validation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
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
