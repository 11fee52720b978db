package dev.bascule.cli.options;

import dev.bascule.app.config.Config;
import dev.bascule.app.config.Flags;
import dev.bascule.app.config.Keys;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.text.Nearest;
import dev.bascule.studies.decode.DecodeLimits;
import dev.bascule.studies.decode.Prompt;
import dev.bascule.studies.session.CarryLocations;
import dev.bascule.studies.truth.TruthRequest.Chosen;
import dev.bascule.suites.setting.CaseKeys;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What is decoded, where and how. */
public final class DecodeOptions {
    private static final Pattern LENGTHS = Pattern.compile("[0-9][0-9, ]*");
    private static final String DEFAULT_PROMPT = "32";
    private static final int LONGEST = 1 << 20;
    private static final List<String> PEERS = List.of("llama.cpp");
    private final Flags flags = new Flags();

    @Option(
            names = "--prompt",
            paramLabel = "TEXT|N,…",
            description =
                    "What it begins with: a text, or lengths in tokens such as 32,128,512, cut from a passage of English or,"
                            + " without a tokenizer, drawn by the seed (default: 32).")
    private Optional<String> prompt = Optional.empty();

    @Option(
            names = "--chat",
            paramLabel = "TEXT",
            description =
                    "What a user says, in place of --prompt: put as the model was taught to be asked, where that is known; what each"
                            + " target writes is shown.")
    private Optional<String> chat = Optional.empty();

    @Option(
            names = "--source",
            paramLabel = "FILE|TEXT",
            description =
                    "What the encoder of a model that has one hears or reads: a .wav file, or a text (default: a sample sound, a"
                            + " passage of English).")
    private Optional<String> source = Optional.empty();

    @Option(
            names = "--generate",
            paramLabel = "N",
            description = "Tokens to write after the longest prompt; an end of the text ends it before (default: 32).")
    private int generate = 32;

    @Option(
            names = "--kv",
            split = ",",
            paramLabel = "PLACE",
            description =
                    "Where the caches stay between two tokens: cpu, gpu-buffer (webgpu), ml-tensor (webnn) (default: each that"
                            + " a backend has).")
    private List<String> kv = List.of();

    @Option(
            names = "--graph",
            split = ",",
            paramLabel = "KIND",
            description =
                    "How the model's graph is written: plain, or contrib with ONNX Runtime's own operators (default: plain;"
                            + " a model that is a graph already is run as it is).")
    private List<String> graphs = List.of();

    @Option(
            names = "--rounds",
            paramLabel = "N",
            description = "How often the text is gone through, timed (default: 3).")
    private int rounds = 3;

    @Option(
            names = "--within",
            paramLabel = "X",
            description =
                    "How far a logit may lie from native CPU's, in standard deviations of its position's logits (default:"
                            + " ${DEFAULT-VALUE}).",
            defaultValue = "0.01")
    private double within = 0.01;

    @Option(
            names = "--peer",
            split = ",",
            paramLabel = "NAME",
            description =
                    "An engine of others' that runs the same GGUF file beside the targets, with neither verdict nor score:"
                            + " llama.cpp, once bascule install llama.cpp brought it.")
    private List<String> peers = List.of();

    @Spec
    void spec(CommandSpec own) {
        new RowOptions(own, flags)
                .add(
                        Keys.BACKENDS,
                        "Backends that are forced along the text (default: those of webgpu,webnn,wasm,cpu that work here).")
                .add(CaseKeys.TIMEOUT, "How long opening a session may take, its first round included (default: 1m).")
                .add(CaseKeys.THREADS)
                .add(
                        CaseKeys.GRAPH_OPTIMIZATION,
                        "How far targets may rewrite the graph: all, extended, basic or disabled (default: all).")
                .add(Keys.SEED, "Seed of tokens that are drawn (default: 42).");
    }

    public Flags flags() {
        return flags;
    }

    /** @throws BasculeException {@link ErrorCode#USAGE_ERROR} */
    public Prompt prompt() {
        if (chat.isPresent()) {
            if (prompt.isPresent() || chat.get().isBlank()) {
                throw new BasculeException(
                        ErrorCode.USAGE_ERROR,
                        prompt.isPresent() ? "--chat and --prompt are two beginnings" : "--chat is empty",
                        "say what the user says by --chat TEXT, or give a beginning by --prompt");
            }
            return new Prompt.Chat(chat.get());
        }
        String begun = prompt.orElse(DEFAULT_PROMPT);
        if (begun.isBlank()) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR, "--prompt is empty", "give it a text, or a length in tokens");
        }
        return LENGTHS.matcher(begun).matches()
                ? new Prompt.Lengths(Arrays.stream(begun.split(",", -1))
                        .map(word -> number("--prompt", word.strip()))
                        .toList())
                : new Prompt.Text(begun);
    }

    /** @throws BasculeException {@link ErrorCode#USAGE_ERROR} */
    public Optional<String> source() {
        if (source.filter(String::isBlank).isPresent()) {
            throw new BasculeException(ErrorCode.USAGE_ERROR, "--source is empty", "give it a .wav file or a text");
        }
        return source;
    }

    private static int number(String option, String word) {
        try {
            return positive(option, Integer.parseInt(word));
        } catch (NumberFormatException e) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR, "%s: '%s' is no number of tokens".formatted(option, word));
        }
    }

    private static int positive(String option, int value) {
        if (value < 1 || value > LONGEST) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR, "%s must be from 1 to %d, and is %d".formatted(option, LONGEST, value));
        }
        return value;
    }

    /** @throws BasculeException {@link ErrorCode#USAGE_ERROR} */
    public int generate() {
        return positive("--generate", generate);
    }

    /** @throws BasculeException {@link ErrorCode#USAGE_ERROR} */
    public List<String> graphs() {
        for (String graph : graphs) {
            if (!List.of("plain", "contrib").contains(graph)) {
                throw new BasculeException(
                        ErrorCode.USAGE_ERROR, "a graph is written plain or contrib, not '%s'".formatted(graph));
            }
        }
        return graphs.stream().distinct().toList();
    }

    /** @throws BasculeException {@link ErrorCode#USAGE_ERROR} */
    public List<String> peers() {
        for (String peer : peers) {
            if (!PEERS.contains(peer)) {
                throw new BasculeException(
                        ErrorCode.USAGE_ERROR,
                        "there is no peer called '%s'%s".formatted(peer, Nearest.hint(peer, PEERS)),
                        "--peer " + String.join(",", PEERS));
            }
        }
        return peers.stream().distinct().toList();
    }

    /** @throws BasculeException {@link ErrorCode#USAGE_ERROR} where a location is no backend's */
    public CarryLocations locations(Config config) {
        CarryLocations locations = CarryLocations.of("--kv", kv);
        config.explicit(Keys.BACKENDS).ifPresent(locations::require);
        return locations;
    }

    /** @throws BasculeException {@link ErrorCode#USAGE_ERROR} */
    public DecodeLimits limits(Config config) {
        if (!(within > 0) || Double.isInfinite(within)) {
            throw new BasculeException(ErrorCode.USAGE_ERROR, "--within must be above 0");
        }
        return new DecodeLimits(config.get(CaseKeys.TIMEOUT), positive("--rounds", rounds), within);
    }

    /** Those named; else those of every run that have one of the locations. */
    public List<Chosen> targets(Config config) {
        CarryLocations locations = locations(config);
        Optional<List<Backend>> named = config.explicit(Keys.BACKENDS);
        return named.orElseGet(() -> config.get(Keys.BACKENDS)).stream()
                .filter(backend -> !locations.on(backend).isEmpty())
                .map(backend -> new Chosen(Optional.empty(), backend, named.isPresent()))
                .toList();
    }
}
