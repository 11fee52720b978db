package dev.bascule.app.orders;

import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.prediction.data.PredictedModel;
import dev.bascule.prediction.data.TargetKey;
import dev.bascule.prediction.fit.Question;
import dev.bascule.prediction.predict.Interval;
import dev.bascule.prediction.predict.Prediction;
import dev.bascule.prediction.predict.Predictor;
import dev.bascule.scheduling.time.ServiceTime;
import dev.bascule.scheduling.worker.Inventory;
import dev.bascule.suites.setting.CaseKeys;
import dev.bascule.suites.setting.Key;
import dev.bascule.suites.setting.RunSettings;
import dev.bascule.suites.setting.Scope;
import dev.bascule.workers.coordinator.PredictedTimes;
import dev.bascule.workers.job.JobKind;
import dev.bascule.workers.job.JobRequest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Foretells how long jobs of cases take, from what models took on machines of the same processor: the time of an inference as {@code predict}
 * has it, by the order's threads and sizes, with an {@link Allowance} for what comes before. Where it is known or inferred that a model does not
 * run there is no time, as {@code predict} has none. Of other settings, of inputs that an order brings, and of conformance cases nobody
 * knows the time. Belongs to one thread.
 */
public final class JobPredictions implements PredictedTimes {
    private static final double LEVEL = 0.9;
    private static final int CHAINS = 100;

    private final Supplier<KnownMachines> source;
    private Optional<Known> known = Optional.empty();

    private record Known(KnownMachines machines, Predictor predictor) {}

    /** Why there is no prediction. For this class alone. */
    private static final class Unpredicted extends RuntimeException {
        private static final long serialVersionUID = 1;

        Unpredicted(String why) {
            super(why, null, false, false);
        }

        /** In one line. */
        String why() {
            return String.valueOf(getMessage());
        }
    }

    /** @param source asked once, where the first prediction is wanted */
    public JobPredictions(Supplier<KnownMachines> source) {
        this.source = source;
    }

    @Override
    public ServiceTime of(JobRequest job, Inventory machine) {
        if (job.kind() != JobKind.CASES) {
            return new ServiceTime.Unknown("times of conformance cases are not predicted");
        }
        if (known.isEmpty()) {
            KnownMachines machines = source.get();
            known = Optional.of(new Known(machines, new Predictor(machines.set())));
        }
        try {
            return predicted(Words.read(job.payload(), CasesOrder.class), machine, known.orElseThrow());
        } catch (Unpredicted no) {
            return unknown(no.why());
        } catch (BasculeException e) {
            return unknown("its order is none"); // What workers refuse; who sent it is told by them.
        }
    }

    private static ServiceTime unknown(String why) {
        return new ServiceTime.Unknown("no such job was done on such a machine yet, nor is it predicted: " + why);
    }

    private static ServiceTime predicted(CasesOrder order, Inventory machine, Known known) {
        RunSettings settings = CasesOrderReader.settings(order.settings());
        refuseUnusual(settings);
        PredictedModel model = model(order, settings, known.machines());
        List<TargetKey> there = known.machines().like(machine);
        if (there.isEmpty()) {
            throw new Unpredicted(
                    "no machine with %d of %s was measured".formatted(machine.processors(), machine.processor()));
        }
        if (order.chains().size() > CHAINS) {
            throw new Unpredicted("it has more than %d chains".formatted(CHAINS));
        }
        Allowance sum = Allowance.NONE;
        for (String text : order.chains()) {
            Chain chain = CasesOrderReader.chain(text);
            for (TargetKey target : targets(chain, order, machine, settings, there)) {
                known.machines().cannot(model, target, machine).ifPresent(why -> {
                    throw new Unpredicted("on %s %s".formatted(target, why));
                });
                sum = sum.plus(Allowance.of(
                        interval(known, model, target), chain.first().side(), settings));
            }
        }
        return sum.time();
    }

    /** Places of the data know of threads, and inputs of sizes; by another order, precision or optimization nothing is known. */
    private static void refuseUnusual(RunSettings settings) {
        for (Key<?> key : CaseKeys.of(Scope.CASE)) {
            if (!key.equals(CaseKeys.THREADS) && !key.equals(CaseKeys.BATCH) && !settings.isUsual(key)) {
                throw new Unpredicted("by %s=%s nothing is known of it".formatted(key.name(), settings.text(key)));
            }
        }
    }

    private static PredictedModel model(CasesOrder order, RunSettings settings, KnownMachines machines) {
        CasesOrder.Model asked = order.model();
        if (!asked.inputs().isEmpty() || asked.pipeline().isPresent()) {
            throw new Unpredicted("it is fed what its order says, and nothing here tells the shapes of that");
        }
        Map<String, String> sizes = new HashMap<>(Map.of(CaseKeys.BATCH.name(), settings.text(CaseKeys.BATCH)));
        asked.dims().forEach((name, size) -> sizes.put(CaseId.dimension(name), Long.toString(size)));
        asked.frames().forEach((name, frame) -> sizes.put("frame." + CaseId.word(name), CaseId.word(frame)));
        List<PredictedModel> models = machines.fed(asked.sha256(), sizes);
        if (models.size() != 1) {
            throw new Unpredicted(
                    models.isEmpty()
                            ? "what its kernels are with inputs of these sizes is not known: bascule collect learns it of the usual ones"
                            : "it was measured with inputs of several shapes");
        }
        return models.get(0);
    }

    /** One for each browser that the order names, or the machine has; one for a native chain. */
    private static List<TargetKey> targets(
            Chain chain, CasesOrder order, Inventory machine, RunSettings settings, List<TargetKey> there) {
        String backend = chain.first().id();
        if (!machine.backends().containsKey(backend)) {
            throw new Unpredicted("it has no " + backend + " to begin with");
        }
        List<TargetKey> fit = there.stream()
                .filter(target -> target.backend().equals(backend)
                        && target.threads() == settings.get(CaseKeys.THREADS)
                        && target.isNative() == (chain.first().side() == Side.NATIVE))
                .toList();
        List<TargetKey> found = new ArrayList<>();
        if (chain.first().side() == Side.NATIVE) {
            fit.stream().max(Comparator.naturalOrder()).ifPresent(found::add);
        } else {
            List<String> wanted = order.browsers().browsers();
            boolean any = List.of("auto", "all").containsAll(wanted);
            machine.browsers().keySet().stream()
                    .filter(browser -> any || wanted.contains(browser))
                    .flatMap(browser -> in(browser, fit).stream())
                    .forEach(found::add);
        }
        if (found.isEmpty()) {
            throw new Unpredicted("no model was measured on %s of such a machine".formatted(backend));
        }
        return found;
    }

    /** The newest version of a browser; targets may have more in their names, as {@code mozilla-firefox-esr}. */
    private static Optional<TargetKey> in(String browser, List<TargetKey> fit) {
        return fit.stream()
                .filter(target -> target.browser().equals(browser)
                        || Arrays.asList(target.browser().split("-", -1)).contains(browser))
                .max(Comparator.comparing((TargetKey target) -> target.browser().equals(browser))
                        .thenComparing(Comparator.naturalOrder()));
    }

    private static Millis interval(Known known, PredictedModel model, TargetKey target) {
        Question question = Question.known(known.predictor().fits(), model, any -> true);
        Prediction prediction = known.predictor().predict(question, target, LEVEL);
        if (!(prediction instanceof Prediction.Time time)) {
            throw new Unpredicted(((Prediction.None) prediction).reason());
        }
        Interval interval = time.interval().orElseThrow(() -> new Unpredicted(time.noInterval()));
        return new Millis(interval.low(), time.millis(), interval.high());
    }
}
