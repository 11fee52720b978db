package dev.bascule.app.distributed;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.fallback.driver.HiddenParts;
import dev.bascule.fallback.driver.HostEnvironment;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.json.Json;
import dev.bascule.models.packages.Commands;
import dev.bascule.studies.distributed.RankEngine.Facts;
import java.io.File;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A Python of this machine that has PyTorch with ways for ranks to talk.
 *
 * @param program as it is started
 */
public record TorchPython(String program, Facts facts) {
    /** The part, as {@code bascule install} and {@code BASCULE_WITHOUT} call it. */
    public static final String PART = "torch-distributed";

    /** The variable that names a Python of the user's own. */
    public static final String VARIABLE = "BASCULE_TORCH_PYTHON";

    /** Reading PyTorch from a cold disk takes half a minute. */
    private static final Duration ANSWER = Duration.ofSeconds(90);

    private static final List<String> USUAL = List.of("python3", "/usr/bin/python3");

    private static final String QUESTION = """
            import importlib.util as u, json, platform, shutil
            import torch, torch.distributed as d
            has = lambda name: d.is_available() and getattr(d, "is_%s_available" % name, lambda: False)()
            print("bascule:" + json.dumps({
                "torch": torch.__version__,
                "python": platform.python_version(),
                "backends": [n for n in ("gloo", "nccl", "mpi") if has(n)],
                "others": [t for t, m in (("DeepSpeed", "deepspeed"), ("Ray", "ray"), ("Horovod", "horovod"), ("mpi4py", "mpi4py"))
                           if u.find_spec(m)] + (["mpirun"] if shutil.which("mpirun") else [])}))
            """;

    private static final String SIGN = "bascule:";

    /**
     * The one that the variable names, else the first that has one; empty where none has, or where the part is to be passed over.
     *
     * @throws BasculeException {@link ErrorCode#PART_UNAVAILABLE} where the variable names one that has none
     */
    public static Optional<TorchPython> find(HostEnvironment host, Commands commands) throws InterruptedException {
        if (HiddenParts.of(host.environment()).has(PART)) {
            return Optional.empty();
        }
        Optional<String> own =
                Optional.ofNullable(host.environment().get(VARIABLE)).filter(path -> !path.isBlank());
        if (own.isPresent()) {
            return Optional.of(named(own.orElseThrow(), commands));
        }
        for (String program : USUAL) {
            Optional<TorchPython> usual =
                    read(program, ask(program, commands)).map(facts -> new TorchPython(program, facts));
            if (usual.isPresent()) {
                return usual;
            }
        }
        return Optional.empty();
    }

    /** Another Python than the one that somebody chose would be a surprise. */
    private static TorchPython named(String program, Commands commands) throws InterruptedException {
        if (!new File(program).isAbsolute()) {
            throw useless(program, "is no absolute path");
        }
        Commands.Result answer = ask(program, commands);
        return read(program, answer)
                .map(facts -> new TorchPython(program, facts))
                .orElseThrow(() -> useless(
                        program,
                        answer.code() == 0
                                ? "has a PyTorch without gloo"
                                : "has no PyTorch that can be read: "
                                        + answer.output()
                                                .lines()
                                                .reduce((first, last) -> last)
                                                .orElse("it said nothing")));
    }

    private static BasculeException useless(String program, String why) {
        return new BasculeException(
                ErrorCode.PART_UNAVAILABLE,
                "%s=%s %s".formatted(VARIABLE, program, why),
                "name a Python that has PyTorch with gloo: %s=/path/of/python3".formatted(VARIABLE),
                "leave %s out: this machine's Python is taken".formatted(VARIABLE));
    }

    private static Commands.Result ask(String program, Commands commands) throws InterruptedException {
        return commands.ask(List.of(program, "-B", "-c", QUESTION), ANSWER);
    }

    private static Optional<Facts> read(String program, Commands.Result answer) {
        return answer.code() == 0 ? read(program, answer.output()) : Optional.empty();
    }

    static Optional<Facts> read(String program, String output) {
        return output.lines()
                .filter(line -> line.startsWith(SIGN))
                .findFirst()
                .flatMap(line -> parsed(line.substring(SIGN.length())))
                .filter(json -> words(json.path("backends")).contains(Facts.USED))
                .map(json -> new Facts(
                        json.path("torch").asText("unknown"),
                        program + " " + json.path("python").asText("unknown"),
                        words(json.path("backends")),
                        words(json.path("others")),
                        Runtime.getRuntime().availableProcessors()));
    }

    private static Optional<JsonNode> parsed(String text) {
        try {
            return Optional.of(Json.MAPPER.readTree(text));
        } catch (JsonProcessingException e) {
            return Optional.empty();
        }
    }

    private static List<String> words(JsonNode node) {
        List<String> words = new ArrayList<>();
        node.forEach(each -> words.add(each.asText()));
        return List.copyOf(words);
    }
}
