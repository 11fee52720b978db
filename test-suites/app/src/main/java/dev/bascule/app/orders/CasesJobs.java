package dev.bascule.app.orders;

import dev.bascule.app.orders.CasesOrder.FileRef;
import dev.bascule.app.orders.CasesOrder.Input;
import dev.bascule.execution.service.BrowserChoice;
import dev.bascule.execution.service.BrowserSetup;
import dev.bascule.execution.service.RunRequest;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.run.Invocation;
import dev.bascule.models.inputs.InputSource;
import dev.bascule.models.source.ModelResolver;
import dev.bascule.models.source.ModelSource;
import dev.bascule.models.source.ResolvedModel;
import dev.bascule.scheduling.job.Requirement;
import dev.bascule.scheduling.worker.Inventory;
import dev.bascule.suites.setting.CaseKeys;
import dev.bascule.suites.setting.Key;
import dev.bascule.suites.setting.RunSettings;
import dev.bascule.suites.suite.PipelineEntry;
import dev.bascule.suites.suite.SuiteCase;
import dev.bascule.workers.job.JobKind;
import dev.bascule.workers.job.JobRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Makes a request the jobs of a pool of workers: of each case one for its chains in browsers and one for each native chain, so
 * that what is measured in turn with another stays in one job, on one machine. Where no worker has what all chains in browsers
 * begin with, each is a job of its own. Belongs to one run.
 */
public final class CasesJobs {
    private static final Duration LEAST_LIMIT = Duration.ofMinutes(15);
    private static final int ROUNDS = 10;

    private final ModelResolver models;
    private final Requirement where;
    private final boolean elsewhere;
    private final List<Inventory> there;
    private final Map<String, ResolvedModel> resolved = new LinkedHashMap<>();

    /**
     * @param where what every job asks of a machine besides
     * @param elsewhere whether what failed for a reason of the hardware is tried on other hardware
     * @param there what the workers that are there can
     */
    public CasesJobs(ModelResolver models, Requirement where, boolean elsewhere, List<Inventory> there) {
        this.models = models;
        this.where = where;
        this.elsewhere = elsewhere;
        this.there = List.copyOf(there);
    }

    /** @throws BasculeException OPTION_UNSUPPORTED for what cannot be sent to another machine */
    public List<PoolJob> of(RunRequest request) {
        refuseLocal(request.setup());
        List<PoolJob> jobs = new ArrayList<>();
        for (SuiteCase one : request.cases()) {
            if (!one.scenarios().isEmpty()) {
                throw unsent("scenarios are played on this machine only", "leave out --scenario, or --on");
            }
            List<Chain> browsers = one.chains().stream()
                    .filter(chain -> chain.first().side() == Side.BROWSER)
                    .toList();
            for (List<Chain> chains : together(browsers, request.setup().choice())) {
                jobs.add(job(request, one.on(chains), jobs.size() + 1));
            }
            for (Chain chain : one.chains()) {
                if (!browsers.contains(chain)) {
                    jobs.add(job(request, one.on(List.of(chain)), jobs.size() + 1));
                }
            }
        }
        return jobs;
    }

    /** Chains that one worker can do are one job; where none has them all, each is one by itself. */
    private List<List<Chain>> together(List<Chain> chains, BrowserChoice choice) {
        List<Chain> able = chains.stream()
                .filter(chain -> has(asked(List.of(chain), choice)))
                .toList();
        if (chains.isEmpty()) {
            return List.of();
        }
        if (able.isEmpty()) {
            return List.of(chains);
        }
        List<List<Chain>> groups = new ArrayList<>();
        boolean one = has(asked(able, choice));
        if (one) {
            groups.add(able);
        }
        chains.stream().filter(chain -> !one || !able.contains(chain)).forEach(chain -> groups.add(List.of(chain)));
        return groups;
    }

    private boolean has(Requirement asked) {
        return there.stream().anyMatch(asked::metBy);
    }

    /**
     * These belong to the worker's machine.
     *
     * @throws BasculeException OPTION_UNSUPPORTED, before anybody waits for workers
     */
    public static void refuseLocal(BrowserSetup setup) {
        boolean local = setup.binary().isPresent()
                || setup.launcher().isPresent()
                || setup.remote().grid().isPresent()
                || setup.remote().bridgeHost().isPresent()
                || !setup.flags().isEmpty()
                || setup.engineVersion().isPresent();
        if (local) {
            throw unsent(
                    "--browser-binary, --launcher, --grid, --bridge-host, --browser-flag and --engine-version are of the"
                            + " machine that has the browser: a worker takes them from nobody else",
                    "give them to bascule worker");
        }
    }

    private PoolJob job(RunRequest request, SuiteCase one, int number) {
        Sent files = new Sent();
        ResolvedModel model =
                resolved.computeIfAbsent(one.model().reference(), reference -> models.resolve(reference, Path.of("")));
        Invocation run = request.invocation();
        CasesOrder order = new CasesOrder(
                CasesOrder.VERSION,
                new CasesOrder.Run(run.id(), run.suite(), run.suiteHash(), run.seed(), run.command()),
                one.id().toString(),
                model(one, model, files),
                settings(one.settings()),
                one.chains().stream().map(CasesJobs::text).toList(),
                one.comparisons().toString(),
                one.fallBackOn().toString(),
                request.retries(),
                BrowserWish.of(request.setup()));
        Duration limit = one.settings()
                .get(CaseKeys.TIMEOUT)
                .multipliedBy((long) ROUNDS * one.chains().size());
        JobRequest job = new JobRequest(
                JobRequest.idOf(run.id(), number),
                run.id(),
                number,
                JobKind.CASES,
                Words.write(order),
                files.blobs(),
                asked(one.chains(), request.setup().choice()),
                order.likeness(),
                0,
                Optional.empty(),
                Set.of(),
                true,
                limit.compareTo(LEAST_LIMIT) < 0 ? LEAST_LIMIT : limit,
                Set.of(model.info().sha256()),
                elsewhere);
        return new PoolJob(
                job,
                files.files(),
                files.references(),
                "%s on %s"
                        .formatted(
                                one.id(),
                                one.chains().stream().map(Chain::toString).collect(Collectors.joining(", "))),
                one.chains().size());
    }

    private static String text(Chain chain) {
        return chain.rungs().stream().map(Backend::id).collect(Collectors.joining("->"));
    }

    /** All backends that these begin with, and the browsers that were named. */
    private Requirement asked(List<Chain> chains, BrowserChoice choice) {
        Requirement rest = rest(chains, choice);
        return Requirement.all(chains.stream().map(chain -> begun(chain, rest)).toList())
                .and(rest);
    }

    /** Where no worker has its first backend, a chain falls back as it does here. */
    private Requirement begun(Chain chain, Requirement rest) {
        Requirement first = new Requirement.Backend(chain.first().id());
        return has(first.and(rest))
                ? first
                : Requirement.any(chain.rungs().stream()
                        .<Requirement>map(rung -> new Requirement.Backend(rung.id()))
                        .toList());
    }

    private Requirement rest(List<Chain> chains, BrowserChoice choice) {
        List<Requirement> parts = new ArrayList<>();
        boolean inBrowsers = chains.get(0).first().side() == Side.BROWSER;
        if (inBrowsers && choice instanceof BrowserChoice.Named named) {
            named.ids().forEach(id -> parts.add(new Requirement.Browser(id)));
        }
        parts.add(where);
        return Requirement.all(parts);
    }

    static Map<String, String> settings(RunSettings settings) {
        Map<String, String> said = new TreeMap<>();
        CaseKeys.all().stream()
                .filter(key -> !settings.isUsual(key))
                .forEach(key -> text(settings, key).ifPresent(text -> said.put(key.name(), text)));
        return said;
    }

    private static <T> Optional<String> text(RunSettings settings, Key<T> key) {
        return settings.find(key).map(key::text);
    }

    private static CasesOrder.Model model(SuiteCase one, ResolvedModel model, Sent files) {
        ModelSource source = ModelSource.parse(one.model().reference(), Path.of(""));
        String kind = "file";
        String reference = "";
        List<FileRef> laid = List.of();
        if (source instanceof ModelSource.FromZoo zoo) {
            kind = "zoo";
            reference = "zoo:" + zoo.model().id();
        } else if (source instanceof ModelSource.FromOperation) {
            kind = "operation";
            reference = one.model().reference();
        } else if (source instanceof ModelSource.FromPretrained known) {
            kind = "pretrained";
            reference = "real:" + known.model().id();
        } else if (source instanceof ModelSource.TestFolder folder) {
            kind = "folder";
            reference = plain(
                    String.valueOf(folder.path().toAbsolutePath().normalize().getFileName()));
            laid = files.folder(model);
        } else {
            laid = files.model(model);
        }
        laid.stream()
                .findFirst()
                .ifPresent(main -> files.called(main.sha256(), one.model().reference()));
        return new CasesOrder.Model(
                kind,
                reference,
                one.model().name(),
                one.model().sha256().orElse(model.info().sha256()),
                laid,
                one.model().expected().map(files::expected).orElse(List.of()),
                inputs(one, files),
                one.model().feed().pipeline().map(entry -> pipeline(entry, files)),
                one.model().feed().dims(),
                one.model().feed().frames().entrySet().stream()
                        .collect(Collectors.toMap(
                                Map.Entry::getKey, frame -> frame.getValue().toString())),
                one.model().feed().carry());
    }

    private static String plain(String name) {
        if (!OrderFiles.isName(name)) {
            throw unsent(
                    "the file '%s' cannot be sent under that name".formatted(name),
                    "letters, digits, '_', '.', '+' and '-' make a name that can");
        }
        return name;
    }

    private static Map<String, Input> inputs(SuiteCase one, Sent files) {
        Map<String, Input> inputs = new LinkedHashMap<>();
        one.model().feed().inputs().forEach((name, source) -> inputs.put(name, input(source, files)));
        return inputs;
    }

    private static Input input(InputSource source, Sent files) {
        if (source instanceof InputSource.File file) {
            FileRef sent = files.file(file.path());
            return new Input("file", sent.name(), Optional.of(sent.sha256()));
        }
        if (source instanceof InputSource.Text text) {
            return new Input("text", text.text(), Optional.empty());
        }
        if (source instanceof InputSource.Literal literal) {
            return new Input("literal", literal.json(), Optional.empty());
        }
        return source instanceof InputSource.Shaped shaped
                ? new Input("shape", shaped.toString(), Optional.empty())
                : new Input("pipeline", ((InputSource.FromPipeline) source).output(), Optional.empty());
    }

    private static CasesOrder.Pipeline pipeline(PipelineEntry entry, Sent files) {
        if (entry.kind().isPresent() || entry.spec().isPresent()) {
            throw unsent(
                    "a pipeline that a suite or --pipeline describes is not sent to workers yet", "leave out --on");
        }
        return new CasesOrder.Pipeline(
                entry.asset().map(files::file), entry.text(), entry.tokenizer().map(files::file));
    }

    static BasculeException unsent(String why, String remedy) {
        return new BasculeException(ErrorCode.OPTION_UNSUPPORTED, why, remedy);
    }
}
