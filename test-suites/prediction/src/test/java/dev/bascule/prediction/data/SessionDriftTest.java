package dev.bascule.prediction.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import dev.bascule.prediction.World;
import org.junit.jupiter.api.Test;

class SessionDriftTest {

    @Test
    void what_a_machine_did_to_a_whole_session_is_told_from_its_models() {
        TargetTimes times = new World(10, 2, 0.01)
                .measured("s1", World.WASM, 1)
                .measured("s2", World.WASM, 1.3)
                .set()
                .target(World.WASM)
                .orElseThrow();

        assertThat(times.sessions().get("s2") - times.sessions().get("s1")).isEqualTo(Math.log(1.3), offset(0.01));
    }

    @Test
    void the_noise_floor_is_what_sessions_differ_by_beside_their_drift() {
        TargetTimes times = new World(30, 2, 0.05)
                .measured("s1", World.WASM, 1)
                .measured("s2", World.WASM, 1.3)
                .measured("s3", World.WASM, 0.9)
                .set()
                .target(World.WASM)
                .orElseThrow();

        assertThat(times.floor().orElseThrow()).isBetween(0.035, 0.065);
    }

    @Test
    void without_a_model_in_two_sessions_there_is_no_floor_and_no_drift() {
        World world = new World(4, 2, 0.05);
        TargetTimes times = world.measured("s1", World.WASM, 1, world.models().subList(0, 4))
                .measured("s2", World.WASM, 2, world.models().subList(4, 8))
                .set()
                .target(World.WASM)
                .orElseThrow();

        assertThat(times.floor()).isEmpty();
        assertThat(times.sessions().values()).containsOnly(0.0);
    }
}
