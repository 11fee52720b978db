package dev.bascule.cli.pool;

import dev.bascule.app.config.Config;
import dev.bascule.app.config.Keys;
import dev.bascule.app.run.RunPlan;
import dev.bascule.app.run.SuiteArguments;
import dev.bascule.cli.command.CliContext;
import dev.bascule.execution.service.BrowserChoice;
import dev.bascule.execution.service.RunRequest;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.run.Invocation;
import dev.bascule.prediction.pool.Placement;
import dev.bascule.prediction.pool.PoolModel;
import dev.bascule.prediction.pool.PoolPlan;
import dev.bascule.prediction.pool.ReplicaOption;
import dev.bascule.studies.pool.PoolRequest;
import dev.bascule.suites.suite.Suite;
import dev.bascule.suites.suite.SuiteCase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Makes of a plan what is asked of the floors below.
 *
 * @param command as typed
 */
record ServeRequest(CliContext context, Config config, String command) {
    private static final String NAME = "pool";

    /** One replica of each placement. */
    PoolRequest ofEach(PoolWish wish, FoundPool found, List<Placement> placements) {
        List<Placement> single = placements.stream()
                .map(each -> new Placement(each.option(), 1, each.share(), each.rate()))
                .toList();
        return of(wish, found, new ServedPlan(new PoolPlan(single, false), false), false, Duration.ZERO);
    }

    PoolRequest of(PoolWish wish, FoundPool found, ServedPlan plan, boolean lowMemory, Duration length) {
        RunPlan settings = new RunPlan(config);
        List<Suite> suites = new ArrayList<>();
        List<SuiteCase> cases = new ArrayList<>();
        for (WantedModel wanted : wish.models()) {
            List<Suite> own = SuiteArguments.read(List.of(wanted.reference()));
            if (own.stream().mapToInt(suite -> suite.models().size()).sum() != 1) {
                throw PoolOptions.usage("'%s' is a suite; a pool takes models".formatted(wanted.reference()));
            }
            suites.addAll(own);
            cases.add(settings.cases(own, List.of(), new BrowserChoice.Auto()).get(0));
        }
        long seed = settings.seed(suites);
        Presence presence = new Presence(context);
        List<PoolRequest.Model> models = found.task().models().stream()
                .map(model -> model(model, plan, presence))
                .toList();
        return new PoolRequest(
                new RunRequest(
                        new Invocation(context.newRunId(), NAME, RunPlan.hash(suites), seed, command),
                        cases,
                        settings.setup(() -> context.services().browsers().ids())
                                .withChoice(choice(models)),
                        0,
                        config.get(Keys.MACHINE_LOCK),
                        config.get(Keys.WORKERS),
                        Map.of()),
                models,
                found.task().host().map(room -> OptionalLong.of(room.bytes())).orElseGet(OptionalLong::empty),
                lowMemory,
                length,
                seed);
    }

    private static BrowserChoice choice(List<PoolRequest.Model> models) {
        List<String> ids = models.stream()
                .flatMap(model -> model.parts().stream())
                .flatMap(part -> part.browser().stream())
                .distinct()
                .toList();
        return ids.isEmpty() ? new BrowserChoice.None() : new BrowserChoice.Named(ids);
    }

    private static PoolRequest.Model model(PoolModel model, ServedPlan plan, Presence presence) {
        return new PoolRequest.Model(
                model.name(),
                model.rate(),
                plan.plan().of(model.name()).stream()
                        .map(placement -> part(placement, presence))
                        .toList());
    }

    private static PoolRequest.Part part(Placement placement, Presence presence) {
        ReplicaOption option = placement.option();
        LocalTarget target = LocalTarget.parse(option.target())
                .orElseThrow(() -> PoolOptions.usage("%s is no target of this version".formatted(option.target())));
        return new PoolRequest.Part(
                option.target(),
                target.backend().side() == Side.BROWSER ? presence.browser(target.key()) : Optional.empty(),
                target.backend(),
                target.type(),
                target.key().threads(),
                placement.replicas(),
                option.memory().hostBytes());
    }
}
