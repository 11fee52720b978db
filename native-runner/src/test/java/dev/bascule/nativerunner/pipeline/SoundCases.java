package dev.bascule.nativerunner.pipeline;

import dev.bascule.fallback.job.PipelineSpec;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Sounds that people give: every usual coding, and what is none. */
final class SoundCases {
    private static final int RATE = 16_000;
    private static final PipelineSpec PCM = new PipelineSpec.Audio("pcm", RATE, 20, 80);
    private static final PipelineSpec MEL = new PipelineSpec.Audio("logmel", RATE, 20, 80);
    private static final int PCM_CODE = 1;
    private static final int FLOAT_CODE = 3;
    private static final int MU_LAW = 7;

    private SoundCases() {}

    static List<InputCase> all() {
        return List.of(
                same("an 8-bit WAV", wav(PCM_CODE, RATE, 1, 8)),
                same("a 16-bit WAV", wav(PCM_CODE, RATE, 1, 16)),
                same("a 24-bit WAV", wav(PCM_CODE, RATE, 1, 24)),
                same("a 32-bit WAV", wav(PCM_CODE, RATE, 1, 32)),
                same("a float WAV", wav(FLOAT_CODE, RATE, 1, 32)),
                same("a WAV of 44.1 kHz in stereo", wav(PCM_CODE, 44_100, 2, 16)),
                same("a WAV of 48 kHz", wav(PCM_CODE, 48_000, 1, 24)),
                same("a WAV of 8 kHz", wav(PCM_CODE, 8_000, 1, 16)),
                same("a WAV of 96 kHz", wav(PCM_CODE, 96_000, 1, 16)),
                same("a WAV of six channels", wav(PCM_CODE, RATE, 6, 16)),
                same("silence", TestSounds.wav16(RATE, 1, new double[4000])),
                same("one sample", TestSounds.wav16(RATE, 1, new double[] {0.5})),
                same("one sample of 44.1 kHz", TestSounds.wav16(44_100, 1, new double[] {0.5})),
                same("a WAV with an extended header", extended()),
                same("a WAV with other chunks", withList(wav(PCM_CODE, RATE, 1, 16))),
                same("a WAV that is cut off", java.util.Arrays.copyOf(wav(PCM_CODE, RATE, 1, 16), 2001)),
                same("a WAV that does not know its length", endless(wav(PCM_CODE, RATE, 1, 16))),
                mel("frames of an 8-bit WAV", wav(PCM_CODE, RATE, 1, 8)),
                mel("frames of 44.1 kHz in stereo", wav(PCM_CODE, 44_100, 2, 16)),
                mel("frames of silence", TestSounds.wav16(RATE, 1, new double[4000])),
                mel("frames of one sample", TestSounds.wav16(RATE, 1, new double[] {0.5})),
                refused("a WAV without samples", TestSounds.wav16(RATE, 1, new double[0]), "EmptyAudio", "not empty"),
                refused("a mu-law WAV", wav(MU_LAW, RATE, 1, 8), "UnknownAudioFormat", "16-bit PCM WAV"),
                refused("a 12-bit WAV", relabelled(34, 12), "UnknownAudioFormat", "16-bit PCM WAV"),
                refused("a WAV of no channels", relabelled(22, 0), "UnknownAudioFormat", "0 channels"),
                refused("a WAV of 500 Hz", relabelled(24, 500), "UnknownAudioFormat", "500 samples a second"),
                refused("a WAV without data", header(), "DamagedAudio", "no data chunk"),
                refused("a float WAV of no numbers", noNumbers(), "DamagedAudio", "no numbers"),
                unread(
                        "a text that is called a sound",
                        "this is no sound at all".repeat(9).getBytes(StandardCharsets.UTF_8)),
                unread("an empty file for a sound", new byte[0]));
    }

    private static InputCase same(String name, byte[] file) {
        return new InputCase(name, PCM, Map.of("audio", file), Optional.empty(), new InputCase.Same(1e-6));
    }

    private static InputCase mel(String name, byte[] file) {
        return new InputCase(name, MEL, Map.of("audio", file), Optional.empty(), new InputCase.Same(1e-4));
    }

    private static InputCase refused(String name, byte[] file, String error, String says) {
        return new InputCase(name, PCM, Map.of("audio", file), Optional.empty(), new InputCase.Refused(error, says));
    }

    /** The host reads WAV alone; a browser says itself what it does not decode. */
    private static InputCase unread(String name, byte[] file) {
        return refused(name, file, "UnknownAudioFormat|CodecError", "16-bit PCM WAV");
    }

    /** A quarter of a second of a tone, and quieter in each further channel. */
    private static byte[] wav(int code, int rate, int channels, int bits) {
        double[] tone = TestSounds.sine(rate, 440, 0.6, rate / 4);
        ByteBuffer data = ByteBuffer.allocate(tone.length * channels * bits / 8).order(ByteOrder.LITTLE_ENDIAN);
        for (double sample : tone) {
            for (int channel = 1; channel <= channels; channel++) {
                put(data, code, bits, sample / channel);
            }
        }
        return TestSounds.wav(code, rate, channels, bits, data.array());
    }

    private static void put(ByteBuffer data, int code, int bits, double sample) {
        int whole = (int) Math.round(sample * (1L << (bits - 1)));
        switch (bits) {
            case 8 -> data.put((byte) (whole + 128));
            case 16 -> data.putShort((short) whole);
            case 24 -> data.put((byte) whole).put((byte) (whole >> 8)).put((byte) (whole >> 16));
            default -> {
                if (code == FLOAT_CODE) {
                    data.putFloat((float) sample);
                } else {
                    data.putInt(whole);
                }
            }
        }
    }

    private static byte[] extended() {
        byte[] plain = wav(PCM_CODE, RATE, 1, 16);
        ByteBuffer file = ByteBuffer.allocate(plain.length + 24).order(ByteOrder.LITTLE_ENDIAN);
        file.put(plain, 0, 36)
                .putShort((short) 22)
                .putShort((short) 16)
                .putInt(4)
                .putShort((short) PCM_CODE);
        file.put(new byte[] {0, 0, 0, 0, 0x10, 0, (byte) 0x80, 0, 0, (byte) 0xAA, 0, 0x38, (byte) 0x9B, 0x71});
        file.put(plain, 36, plain.length - 36);
        file.putInt(4, plain.length + 16).putInt(16, 40).putShort(20, (short) 0xFFFE);
        return file.array();
    }

    /** An odd chunk before the samples, and one after. */
    private static byte[] withList(byte[] plain) {
        byte[] list = {'L', 'I', 'S', 'T', 5, 0, 0, 0, 'I', 'N', 'F', 'O', 'x', 0};
        ByteBuffer file = ByteBuffer.allocate(plain.length + 2 * list.length).order(ByteOrder.LITTLE_ENDIAN);
        file.put(plain, 0, 36).put(list).put(plain, 36, plain.length - 36).put(list);
        return file.putInt(4, file.capacity() - 8).array();
    }

    private static byte[] endless(byte[] plain) {
        return ByteBuffer.wrap(plain)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(4, -1)
                .putInt(40, -1)
                .array();
    }

    private static byte[] relabelled(int at, int value) {
        byte[] file = wav(PCM_CODE, RATE, 1, 16);
        ByteBuffer bytes = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
        if (at == 24) {
            bytes.putInt(at, value);
        } else {
            bytes.putShort(at, (short) value);
        }
        return file;
    }

    private static byte[] header() {
        return java.util.Arrays.copyOf(wav(PCM_CODE, RATE, 1, 16), 36);
    }

    private static byte[] noNumbers() {
        byte[] file = wav(FLOAT_CODE, RATE, 1, 32);
        ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).putFloat(44 + 400, Float.NaN);
        return file;
    }
}
