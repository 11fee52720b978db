package dev.bascule.models.inputs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.sound.sampled.AudioFileFormat;
import javax.sound.sampled.AudioFormat;
import javax.sound.sampled.AudioInputStream;
import javax.sound.sampled.AudioSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DecodedAudioTest {

    @TempDir
    private Path folder;

    @Test
    void sixteen_bits_in_two_channels_are_mixed_down() throws IOException {
        DecodedAudio sound = DecodedAudio.read(
                wav(new AudioFormat(8000, 16, 2, true, false), 0x00, 0x40, 0x00, 0xC0, 0xFF, 0x7F, 0xFF, 0x7F));
        assertThat(sound.rate()).isEqualTo(8000);
        assertThat(sound.samples()).containsExactly(0f, 32767 / 32768f);
    }

    @Test
    void eight_and_twenty_four_bits_are_scaled() throws IOException {
        assertThat(DecodedAudio.read(wav(new AudioFormat(8000, 8, 1, false, false), 0, 128, 192))
                        .samples())
                .containsExactly(-1f, 0f, 0.5f);
        assertThat(DecodedAudio.read(wav(new AudioFormat(8000, 24, 1, true, false), 0, 0, 0x40, 0, 0, 0xC0))
                        .samples())
                .containsExactly(new float[] {0.5f, -0.5f}, within(0f));
    }

    @Test
    void what_is_no_wav_is_refused() throws IOException {
        Path file = Files.writeString(folder.resolve("x.wav"), "no sound");
        assertThatThrownBy(() -> DecodedAudio.read(file)).hasMessageContaining("no WAV");
    }

    private Path wav(AudioFormat format, int... bytes) throws IOException {
        byte[] data = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            data[i] = (byte) bytes[i];
        }
        Path file = folder.resolve("x.wav");
        AudioSystem.write(
                new AudioInputStream(new ByteArrayInputStream(data), format, data.length / format.getFrameSize()),
                AudioFileFormat.Type.WAVE,
                file.toFile());
        return file;
    }
}
