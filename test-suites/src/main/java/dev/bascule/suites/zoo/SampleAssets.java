package dev.bascule.suites.zoo;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.function.Supplier;

/**
 * Small inputs for the pipelines, the same on every machine: generated, except for the tokenizer, which is a resource.
 * Thread-safe.
 */
public enum SampleAssets {
    /** One and a half seconds of vowels, 16 kHz mono PCM of 16 bits. */
    SPEECH("speech.wav", SampleSpeech::wav),
    /** A landscape with a bridge, 96 by 72 pixels. */
    PICTURE("picture.png", SamplePicture::png),
    /** A WordPiece tokenizer in Hugging Face's format, lower case, whose vocabulary spells every ASCII word. */
    TOKENIZER("tokenizer.json", SampleAssets::tokenizer);

    /** A text that is shorter than every text model's length, so that padding is part of the test. */
    public static final String SENTENCE =
            "A bridge that swings open when the first way is closed shows what each way costs.";

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

    private static byte[] tokenizer() {
        try (InputStream stream = SampleAssets.class.getResourceAsStream("tokenizer.json")) {
            if (stream == null) {
                throw new IllegalStateException("the jar lacks its resource tokenizer.json");
            }
            return stream.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
