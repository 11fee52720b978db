package dev.bascule.studies.training;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class TrainingTaskTest {
    @Test
    void a_clip_makes_another_update() {
        TrainingTask task = NativeTrainings.task(Blobs.data());
        TrainingTask clipped = new TrainingTask(
                task.network(), task.data(), task.optimizer(), task.batch(), task.resident(), OptionalDouble.of(0.5));

        assertThat(task.update()).isEqualTo(task.optimizer().toString());
        assertThat(clipped.update()).isEqualTo(task.optimizer() + ", clipped to 0.5");
    }
}
