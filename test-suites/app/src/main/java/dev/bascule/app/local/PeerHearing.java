package dev.bascule.app.local;

import dev.bascule.app.local.PeerLine.Engine;
import dev.bascule.app.local.PeerLine.Own;
import dev.bascule.app.local.PeerLine.Prompt;
import dev.bascule.app.local.PeerLine.Round;
import dev.bascule.app.local.PeerLine.Session;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.studies.decode.PeerEngine.PeerPrefill;
import dev.bascule.studies.decode.PeerEngine.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** What a peer told so far, believed only where it is of the size that was asked for. Belongs to one thread. */
final class PeerHearing {
    /** llama.cpp rounds its contexts up to a multiple of this. */
    private static final int CONTEXT_STEP = 256;

    private final Text text;
    private final int asked;
    private Optional<String> build = Optional.empty();
    private OptionalInt threads = OptionalInt.empty();
    private final List<PeerPrefill> prefills = new ArrayList<>();
    private final List<Double> millis = new ArrayList<>();
    private List<Long> own = List.of();

    /** Empty where the process that speaks goes through the tokens one by one. */
    private OptionalInt length = OptionalInt.empty();

    private Optional<Session> session = Optional.empty();
    private int prompts;
    private int rounds;

    /** @param asked threads */
    PeerHearing(Text text, int asked) {
        this.text = text;
        this.asked = asked;
    }

    /** A process for one prompt begins. */
    void beginPrompt(int tokens) {
        begin(OptionalInt.of(tokens));
    }

    /** The process for the tokens one by one begins. */
    void beginSteps() {
        begin(OptionalInt.empty());
    }

    private void begin(OptionalInt tokens) {
        length = tokens;
        session = Optional.empty();
        prompts = 0;
        rounds = 0;
    }

    Optional<String> build() {
        return build;
    }

    OptionalInt threads() {
        return threads;
    }

    List<PeerPrefill> prefills() {
        return prefills;
    }

    List<Double> millis() {
        return millis;
    }

    List<Long> own() {
        return own;
    }

    private int steps() {
        return text.tokens().size() - 1;
    }

    /** @return whether that was its last line */
    boolean take(PeerLine line) throws PeerProcess.Ended {
        if (line instanceof Engine engine) {
            build = Optional.of(engine.system()).filter(words -> !words.isEmpty());
        } else if (line instanceof Session begun) {
            take(begun);
        } else if (line instanceof Prompt prompt) {
            take(prompt);
        } else if (line instanceof Round round) {
            take(round);
        } else if (line instanceof Own written) {
            take(written);
        }
        if (!(line instanceof PeerLine.Done)) {
            return false;
        }
        check(
                length.isPresent() ? prompts == 1 : rounds == text.limits().rounds() && !own.isEmpty(),
                "that it is done, before all came");
        return true;
    }

    private void take(Session begun) throws PeerProcess.Ended {
        check(session.isEmpty(), "two sessions in one process");
        check(begun.threads() == asked, "%d threads where %d were asked for".formatted(begun.threads(), asked));
        int more = begun.context() - text.context();
        check(
                more >= 0 && more < CONTEXT_STEP,
                "a context of %d where %d was asked for".formatted(begun.context(), text.context()));
        session = Optional.of(begun);
        threads = OptionalInt.of(begun.threads());
    }

    private double created() throws PeerProcess.Ended {
        check(session.isPresent(), "figures before its session");
        return session.orElseThrow().createMs();
    }

    private void take(Prompt prompt) throws PeerProcess.Ended {
        double created = created();
        check(length.isPresent() && prompts == 0, "times of a prompt that nobody asked for");
        int warm = prompt.warmMs().size();
        check(
                warm == text.warmPrefills(),
                "%d warm prefills where %d were asked for".formatted(warm, text.warmPrefills()));
        prompts++;
        prefills.add(new PeerPrefill(length.orElseThrow(), created, prompt.firstMs(), prompt.warmMs()));
    }

    private void take(Round round) throws PeerProcess.Ended {
        created();
        check(length.isEmpty() && rounds < text.limits().rounds(), "times of a round that nobody asked for");
        int count = round.ms().size();
        // A round that is not whole would shift the depths of those after it.
        check(count == steps(), "a round of %d tokens where %d were asked for".formatted(count, steps()));
        rounds++;
        millis.addAll(round.ms());
    }

    private void take(Own written) throws PeerProcess.Ended {
        created();
        List<Long> tokens = written.tokens();
        check(length.isEmpty() && own.isEmpty(), "tokens that nobody asked for");
        for (long token : tokens) {
            check(token < text.vocabulary(), "token %d of a vocabulary of %d".formatted(token, text.vocabulary()));
        }
        int last = tokens.size() - 1;
        boolean ended = text.ends().contains(tokens.get(last));
        check(
                tokens.size() <= text.generate() && (ended || tokens.size() == text.generate()),
                "%d tokens of its own where %d were asked for".formatted(tokens.size(), text.generate()));
        check(tokens.subList(0, last).stream().noneMatch(text.ends()::contains), "tokens beyond an end");
        own = tokens;
    }

    private static void check(boolean holds, String otherwise) throws PeerProcess.Ended {
        if (!holds) {
            throw new PeerProcess.Ended(ErrorCode.PROTOCOL_VIOLATION, "it said " + otherwise);
        }
    }
}
