package dev.bascule.nativerunner.speech;

import com.sun.jna.Callback;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.process.ChildServer;
import dev.bascule.nativerunner.library.NativeCalls;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * The child that speaks: see {@link EspeakChild}. The library keeps much from one sentence to the next, the state of its noise
 * and of its wave among it, so that it is loaded anew for each.
 */
public final class EspeakMain {
    /** {@code AUDIO_OUTPUT_SYNCHRONOUS}: samples go to the callback, on the caller's thread. */
    private static final int SYNCHRONOUS = 2;
    /** {@code espeakINITIALIZE_DONT_EXIT}: it would end the process where its data is missing. */
    private static final int DONT_EXIT = 0x8000;
    /** {@code espeakCHARS_UTF8}. */
    private static final int UTF8 = 1;
    /** {@code espeakRATE} and {@code espeakPITCH}. */
    private static final int RATE = 1;

    private static final int PITCH = 3;
    private static final long SEED = 1;
    /** A minute. */
    private static final int MOST_SAMPLES = 60 * 48_000;

    private EspeakMain() {}

    /** {@code int (*)(short *wav, int samples, espeak_EVENT *events)}: 0 to go on, 1 to stop. */
    private static final class Taker implements Callback {
        private short[] samples = new short[1 << 16];
        private int taken;

        @SuppressWarnings("unused") // JNA finds it by its name.
        public int callback(Pointer wav, int count, Pointer events) {
            if (wav == null || count <= 0) {
                return 0;
            }
            if (taken + count > MOST_SAMPLES) {
                return 1;
            }
            if (taken + count > samples.length) {
                samples = Arrays.copyOf(samples, Math.max(taken + count, 2 * samples.length));
            }
            wav.read(0, samples, taken, count);
            taken += count;
            return 0;
        }

        short[] all() {
            return Arrays.copyOf(samples, taken);
        }
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        ChildServer.serve(EspeakMain::answer, () -> Runtime.getRuntime().halt(1));
    }

    /** @param request the library's path on its first line's part, then the utterance */
    private static byte[] answer(String request) {
        int end = request.indexOf('\t');
        if (end < 0) {
            throw refused("no library is named");
        }
        Utterance utterance = Utterance.parse(request.substring(end + 1))
                .orElseThrow(() -> refused("this is nothing that can be said"));
        Path library = Path.of(request.substring(0, end));
        return NativeCalls.load(library.toString())
                .fold(loaded -> said(loaded, library, utterance).bytes(), why -> {
                    throw refused("its library does not load: " + why);
                });
    }

    private static SpokenSound said(NativeLibrary library, Path file, Utterance utterance) {
        try (library) {
            Taker taker = new Taker();
            byte[] data = zeroEnded(file.resolveSibling("").toString());
            int sampleRate = call(library, "espeak_Initialize", SYNCHRONOUS, 0, data, DONT_EXIT);
            if (sampleRate <= 0) {
                throw refused("its data beside %s is not whole".formatted(file));
            }
            try {
                library.getFunction("espeak_SetSynthCallback").invokeVoid(new Object[] {taker});
                library.getFunction("espeak_ng_SetRandSeed").invokeVoid(new Object[] {SEED});
                require(
                        call(library, "espeak_SetVoiceByName", zeroEnded(utterance.voice())),
                        "it has no voice '%s'".formatted(utterance.voice()));
                require(call(library, "espeak_SetParameter", RATE, utterance.rate(), 0), "it takes no such rate");
                require(call(library, "espeak_SetParameter", PITCH, utterance.pitch(), 0), "it takes no such pitch");
                byte[] text = zeroEnded(utterance.text());
                require(
                        library.getFunction("espeak_Synth").invokeInt(new Object[] {
                            text, (long) text.length, 0, 1, 0, UTF8, Pointer.NULL, Pointer.NULL
                        }),
                        "it does not say that");
                call(library, "espeak_Synchronize");
                return new SpokenSound(sampleRate, taker.all());
            } finally {
                call(library, "espeak_Terminate");
            }
        } catch (UnsatisfiedLinkError e) {
            throw refused("its library is another: " + e.getMessage());
        }
    }

    private static int call(NativeLibrary library, String function, Object... arguments) {
        return library.getFunction(function).invokeInt(arguments);
    }

    private static void require(int status, String otherwise) {
        if (status != 0) {
            throw refused(otherwise + " (status " + status + ")");
        }
    }

    private static byte[] zeroEnded(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return Arrays.copyOf(bytes, bytes.length + 1);
    }

    private static BasculeException refused(String why) {
        return new BasculeException(
                ErrorCode.LIBRARY_MISMATCH, "eSpeak NG cannot speak: " + why, "bascule install espeak-ng --force");
    }
}
