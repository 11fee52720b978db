package dev.bascule.models.inputs;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.bascule.fallback.fuzz.FuzzInput;
import dev.bascule.fallback.fuzz.FuzzTarget;
import dev.bascule.fallback.fuzz.Refusals;

@FuzzTarget
class DecodedAudioFuzzTest {
    @FuzzTest
    void a_wav_is_refused_or_read(byte[] data) {
        Refusals.read(() -> DecodedAudio.read(FuzzInput.file(data, "x.wav")))
                .ifPresent(sound -> assertThat(sound.samples().length).isLessThanOrEqualTo(data.length));
    }
}
