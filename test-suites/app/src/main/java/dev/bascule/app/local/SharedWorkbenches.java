package dev.bascule.app.local;

import dev.bascule.execution.JobIds;
import dev.bascule.execution.NoiseMeter;
import dev.bascule.execution.PreparedCase;
import dev.bascule.execution.References;
import dev.bascule.execution.RunnerSource;
import dev.bascule.execution.TimeLedger;
import dev.bascule.execution.service.BrowserChoice;
import dev.bascule.execution.service.BrowserSetup;
import dev.bascule.execution.service.RunListener;
import dev.bascule.execution.service.RunRequest;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.error.CollectedError;
import dev.bascule.fallback.error.ErrorCollector;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.runner.ModelArtifact;
import dev.bascule.fallback.target.Machine;
import dev.bascule.fallback.usage.UsageMeter;
import dev.bascule.models.source.ResolvedModel;
import dev.bascule.studies.scenario.StreamInput;
import dev.bascule.suites.suite.SuiteCase;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Lends one workbench to one run after the other, so that browsers and children that serve one suite serve the next. Each
 * run has references and errors of its own. Browsers that are set up otherwise are started anew. Belongs to one thread.
 */
public final class SharedWorkbenches implements WorkbenchFactory, AutoCloseable {
    private final WorkbenchFactory factory;
    private final Clock clock;
    private Optional<Held> held = Optional.empty();

    /** @param factory makes the workbenches that are lent */
    public SharedWorkbenches(WorkbenchFactory factory, Clock clock) {
        this.factory = factory;
        this.clock = clock;
    }

    /** @param setup what its browsers were started for */
    private record Held(Workbench bench, BrowserSetup setup) {}

    @Override
    public Workbench open(RunRequest request, TimeLedger ledger, RunListener listener) {
        BrowserSetup wanted = effective(request);
        Optional<Held> fitting = held.filter(one -> fits(one.setup(), wanted));
        if (fitting.isEmpty()) {
            close();
            held = Optional.of(new Held(factory.open(request, ledger, listener), wanted));
        }
        return new Lent(held.orElseThrow().bench(), ledger, clock);
    }

    /** The machine that runs are on, once there was one. */
    public Optional<Machine> machine() {
        return held.map(one -> one.bench().machine());
    }

    /** No browser is started for native targets alone. */
    private static BrowserSetup effective(RunRequest request) {
        boolean any = request.cases().stream()
                .flatMap(wanted -> wanted.chains().stream())
                .anyMatch(chain -> chain.first().side() == Side.BROWSER);
        return any ? request.setup() : request.setup().withChoice(new BrowserChoice.None());
    }

    private static boolean fits(BrowserSetup there, BrowserSetup wanted) {
        return there.equals(wanted)
                || (wanted.choice() instanceof BrowserChoice.None
                        && there.withChoice(new BrowserChoice.None()).equals(wanted));
    }

    /** Ends what is lent. */
    @Override
    public void close() {
        Optional<Held> ending = held;
        held = Optional.empty();
        ending.ifPresent(one -> one.bench().close());
    }

    /** A workbench for one run, whose end is not the end of what is on it. */
    private static final class Lent implements Workbench {
        private final Workbench bench;
        private final TimeLedger ledger;
        private final ErrorCollector errors;
        private Optional<References> references = Optional.empty();

        Lent(Workbench bench, TimeLedger ledger, Clock clock) {
            this.bench = bench;
            this.ledger = ledger;
            this.errors = new ErrorCollector(clock);
            // What its opening complained of holds for every run on it.
            bench.errors().forEach(error -> errors.report(error.place(), error.failure()));
            bench.nativeSource().reportTo(errors);
            bench.browsers().forEach(browser -> browser.reportTo(errors));
        }

        @Override
        public Machine machine() {
            return bench.machine();
        }

        @Override
        public NoiseMeter noise() {
            return bench.noise();
        }

        @Override
        public UsageMeter usage() {
            return bench.usage();
        }

        @Override
        public RunnerSource nativeSource() {
            return bench.nativeSource();
        }

        @Override
        public List<RunnerSource> browsers() {
            return bench.browsers();
        }

        @Override
        public List<Failure> defects() {
            return bench.defects();
        }

        @Override
        public List<CollectedError> errors() {
            return errors.all();
        }

        @Override
        public JobIds jobIds() {
            return bench.jobIds();
        }

        /** By case id, and two suites may have one in common whose seed or model differs. */
        @Override
        public References references(Duration timeout) {
            References store = references.orElseGet(() -> new References(
                    bench.nativeSource(), timeout, bench.jobIds(), ledger, new SecureRandom().nextLong()));
            references = Optional.of(store);
            return store;
        }

        @Override
        public ResolvedModel resolve(String reference) {
            return bench.resolve(reference);
        }

        @Override
        public PreparedCase prepare(SuiteCase wanted, ResolvedModel model, long seed, Collection<RunnerSource> pages) {
            return bench.prepare(wanted, model, seed, pages);
        }

        @Override
        public PreparedCase fitted(
                SuiteCase wanted, ResolvedModel model, long seed, Collection<RunnerSource> pages, PreparedCase kase) {
            return bench.fitted(wanted, model, seed, pages, kase);
        }

        @Override
        public StreamInput sound(SuiteCase wanted) {
            return bench.sound(wanted);
        }

        @Override
        public Map<String, ModelArtifact> sounds() {
            return bench.sounds();
        }

        @Override
        public PreparedCase probe() {
            return bench.probe();
        }

        @Override
        public void kill() {
            bench.kill();
        }

        @Override
        public void close() {
            // Its lender closes what is on it.
        }
    }
}
