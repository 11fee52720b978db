package dev.bascule.studies.decode;

import dev.bascule.fallback.error.Failure;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * An engine of others' that runs the same weights in its own way: a peer beside the targets, with neither verdict nor score.
 * Belongs to one thread.
 */
public interface PeerEngine {
    /** What it is called. */
    String name();

    /**
     * Forces it along the text, timed, and has it write its own.
     *
     * @param logits shown those of every position of the untimed round, in order
     */
    PeerAnswer run(Text text, LogitsTaker logits);

    /** What is asked of it. Immutable. */
    record Text(
            List<Long> tokens,
            int prompt,
            List<Integer> lengths,
            int generate,
            Set<Long> ends,
            int context,
            int vocabulary,
            int warmPrefills,
            DecodeLimits limits) {
        public Text {
            tokens = List.copyOf(tokens);
            lengths = List.copyOf(lengths);
            ends = Set.copyOf(ends);
        }
    }

    /** Takes logits. */
    interface LogitsTaker {
        void take(int position, float[] logits);
    }

    /**
     * What came of it, up to where it failed.
     *
     * @param build what its library says of itself; empty where it failed before that
     * @param threads of its session; empty where it failed before there was one
     * @param settings what was set and what it computes in another way, a sentence each
     * @param millis of single tokens, round after round
     * @param own tokens that it writes after the longest prompt, left alone
     */
    record PeerAnswer(
            String version,
            Optional<String> build,
            OptionalInt threads,
            List<String> settings,
            List<PeerPrefill> prefills,
            List<Double> millis,
            List<Long> own,
            Optional<Failure> failure) {
        public PeerAnswer {
            settings = List.copyOf(settings);
            prefills = List.copyOf(prefills);
            millis = List.copyOf(millis);
            own = List.copyOf(own);
        }
    }

    /** A prompt at once, in a process of its own. */
    record PeerPrefill(int tokens, double createMillis, double firstMillis, List<Double> warmMillis) {
        public PeerPrefill {
            warmMillis = List.copyOf(warmMillis);
        }

        /** To the first token, as a target's is counted. */
        public double toFirstToken() {
            return createMillis + firstMillis;
        }
    }
}
