package dev.bascule.nativerunner.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.bascule.fallback.driver.RefusedException;
import dev.bascule.fallback.fuzz.FuzzTarget;
import dev.bascule.fallback.fuzz.Refusals;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

@FuzzTarget
class WavDecoderFuzzTest {
    static Stream<byte[]> sounds() {
        byte[] samples = {0, 1, 2, 3, 4, 5, 6, 7, -1, -2, -3, -4, 127, -128, 64, -64};
        return Stream.of(
                TestSounds.wav(1, 8000, 1, 8, samples),
                TestSounds.wav(1, 16_000, 2, 16, samples),
                TestSounds.wav(1, 44_100, 1, 24, samples),
                TestSounds.wav(1, 48_000, 1, 32, samples),
                TestSounds.wav(3, 48_000, 2, 32, samples),
                TestSounds.wav(3, 48_000, 1, 64, samples));
    }

    @MethodSource("sounds")
    @FuzzTest
    void a_sound_is_refused_or_read(byte[] data) {
        Refusals.read(RefusedException.class, () -> WavDecoder.decode(data))
                .ifPresent(sound -> assertThat(sound.samples().length).isLessThanOrEqualTo(data.length));
    }
}
