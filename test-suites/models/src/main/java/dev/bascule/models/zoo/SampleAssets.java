package dev.bascule.models.zoo;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.function.Supplier;

/**
 * Small inputs for the pipelines, the same on every machine: generated, or, where that takes an encoder, a resource.
 * Thread-safe.
 */
public enum SampleAssets {
    /** One and a half seconds of vowels, 16 kHz mono PCM of 16 bits. */
    SPEECH("speech.wav", SampleSpeech::wav),
    /** A landscape with a bridge, 96 by 72 pixels. */
    PICTURE("picture.png", SamplePicture::png),
    /** A line of text, 320 by 48 pixels. */
    LINE("line.png", () -> new TextLine(SampleAssets.LINE_TEXT).png()),
    /** A page of three lines of text, 640 by 640 pixels. */
    PAGE("page.png", () -> new TextPage(List.of("BASCULE 1894", "TOWER BRIDGE", "LONDON"), false, "page").png()),
    /** A WordPiece tokenizer in Hugging Face's format, lower case, whose vocabulary spells every ASCII word. */
    TOKENIZER("tokenizer.json", () -> resource("tokenizer.json")),
    /** One second of sound, 16 kHz mono PCM of 16 bits, which the codings below are of. */
    SOUND_WAV("speech.wav", () -> resource(Codings.FOLDER + "speech.wav")),
    SOUND_OPUS("speech.ogg", () -> resource(Codings.FOLDER + "speech.ogg")),
    SOUND_MP3("speech.mp3", () -> resource(Codings.FOLDER + "speech.mp3")),
    SOUND_AAC("speech.m4a", () -> resource(Codings.FOLDER + "speech.m4a")),
    SOUND_FLAC("speech.flac", () -> resource(Codings.FOLDER + "speech.flac"));

    /** One sound in all the codings there are of it, the plain one first. */
    public static final List<SampleAssets> CODINGS = List.of(SOUND_WAV, SOUND_OPUS, SOUND_MP3, SOUND_AAC, SOUND_FLAC);

    private static final class Codings {
        static final String FOLDER = "/dev/bascule/suites/sound/";
    }

    /** A text that is shorter than every text model's length, so that padding is part of the test. */
    public static final String SENTENCE =
            "A bridge that swings open when the first way is closed shows what each way costs.";

    /** What {@link #LINE} says. */
    public static final String LINE_TEXT = "BASCULE 1894";

    /** Number of entries of the tokenizer's vocabulary. */
    public static final int VOCABULARY = 512;

    private final String fileName;
    private final Supplier<byte[]> content;

    SampleAssets(String fileName, Supplier<byte[]> content) {
        this.fileName = fileName;
        this.content = content;
    }

    public String fileName() {
        return fileName;
    }

    public byte[] bytes() {
        return content.get();
    }

    private static byte[] resource(String name) {
        try (InputStream stream = SampleAssets.class.getResourceAsStream(name)) {
            if (stream == null) {
                throw new IllegalStateException("the jar lacks its resource " + name);
            }
            return stream.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
