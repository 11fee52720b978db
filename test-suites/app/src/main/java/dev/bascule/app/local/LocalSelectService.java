package dev.bascule.app.local;

import dev.bascule.app.environment.RunEnvironment;
import dev.bascule.app.environment.RunEnvironmentFactory;
import dev.bascule.bridge.engine.EngineBuild;
import dev.bascule.bridge.engine.EngineLayout;
import dev.bascule.bridge.engine.EnginePackage;
import dev.bascule.execution.TimeBreakdown;
import dev.bascule.execution.cases.CaseRefusal;
import dev.bascule.execution.cases.PreparedCase;
import dev.bascule.execution.reference.References;
import dev.bascule.execution.service.RunListener;
import dev.bascule.execution.source.Place;
import dev.bascule.fallback.attempt.OutputChecker;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.models.source.ResolvedModel;
import dev.bascule.studies.select.Candidate;
import dev.bascule.studies.select.Dimension;
import dev.bascule.studies.select.Outlook;
import dev.bascule.studies.select.PlaceEntrant;
import dev.bascule.studies.select.PlaceVariations;
import dev.bascule.studies.select.SelectReport;
import dev.bascule.studies.select.SelectRequest;
import dev.bascule.studies.select.SelectService;
import dev.bascule.studies.select.SelectStudy;
import dev.bascule.studies.select.Variations;
import dev.bascule.studies.truth.TruthReport.Absent;
import dev.bascule.studies.truth.TruthRequest.Chosen;
import dev.bascule.suites.setting.CaseKeys;
import dev.bascule.suites.suite.SuiteCase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Selects on this machine. Each call is one of its own; not for concurrent use. */
public final class LocalSelectService implements SelectService {
    private final RunEnvironmentFactory environments;

    public LocalSelectService(RunEnvironmentFactory environments) {
        this.environments = environments;
    }

    @Override
    public SelectReport select(SelectRequest request, Outlook.Source outlooks, RunListener listener) {
        long beginning = System.nanoTime();
        RunEnvironment environment = environments.open(request.run(), new TimeBreakdown(), listener);
        try {
            return select(request, outlooks, listener, environment, beginning);
        } finally {
            if (environment.end()) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static SelectReport select(
            SelectRequest request,
            Outlook.Source outlooks,
            RunListener listener,
            RunEnvironment environment,
            long beginning) {
        // Of backends that nobody named those that are not here are nobody's loss.
        List<Absent> absent = new ArrayList<>();
        List<Place> places = ChosenPlaces.of(
                request.run(),
                request.backends().stream()
                        .map(backend -> new Chosen(Optional.empty(), backend, request.named()))
                        .toList(),
                environment,
                absent);
        SuiteCase wanted = request.run().cases().get(0);
        ResolvedModel model = environment.resolve(wanted.model().reference());
        List<PlaceEntrant> entrants = new ArrayList<>();
        for (int batch : request.batches()) {
            listener.phase(
                    batch == 1 ? "making inputs and reference" : "making inputs and reference of batch " + batch);
            try {
                entrants.addAll(
                        entrants(request, environment, places, prepared(request, environment, model, batch), batch));
            } catch (BasculeException e) {
                // Of several batches one that cannot be run is left out.
                if (request.batches().size() == 1) {
                    throw e;
                }
                listener.note(
                        "batch %d is left out: %s".formatted(batch, e.failure().message()));
            }
        }
        if (entrants.isEmpty()) {
            throw new BasculeException(
                    ErrorCode.NOTHING_SELECTED_TO_RUN, "no batch that was asked for can be run", "--batches 1");
        }
        Duration prepared = Duration.ofNanos(System.nanoTime() - beginning);
        SelectStudy.Result result = new SelectStudy(
                        request.objective(),
                        request.limits(),
                        outlooks,
                        variations(request, environment, entrants, listener),
                        System::nanoTime,
                        new Random(request.run().invocation().seed()),
                        listener::phase)
                .run(List.copyOf(entrants));
        return new SelectReport(model.info().name(), model.info().sha256(), request.objective(), result, prepared);
    }

    /** Other configurations of these; those that the user fixed stay as they are. */
    private static Variations variations(
            SelectRequest request, RunEnvironment environment, List<PlaceEntrant> entrants, RunListener listener) {
        List<Dimension> dimensions = request.dimensions().stream()
                .filter(each ->
                        each != Dimension.BUILD || request.run().setup().build().isEmpty())
                .filter(each -> each != Dimension.MODEL || request.halfModel().isPresent())
                .toList();
        if (dimensions.isEmpty()) {
            return Variations.NONE;
        }
        // The bundled package is of the newest layout.
        List<EngineBuild> builds =
                environment.engine().map(EnginePackage::builds).orElseGet(EngineLayout.STACK_SWITCHING::builds);
        return new PlaceVariations(
                entrants,
                dimensions,
                backend -> builds.stream()
                        .filter(build -> build.backends().contains(backend.id()))
                        .map(EngineBuild::name)
                        .toList(),
                new HalfModel(entrants.get(0).testCase().artifact(), request.halfModel(), listener::note));
    }

    private static PreparedCase prepared(
            SelectRequest request, RunEnvironment environment, ResolvedModel model, int batch) {
        SuiteCase wanted = request.run().cases().get(0);
        SuiteCase ofBatch = batch == wanted.batch() ? wanted : wanted.withBatch(batch);
        long seed = request.run().invocation().seed();
        PreparedCase testCase = environment.fitted(ofBatch, model, seed, environment.prepare(ofBatch, model, seed));
        testCase.feeding().sizing().refused().map(CaseRefusal::failure).ifPresent(ChosenPlaces::refuse);
        if (batch > 1 && !testCase.feeding().followsBatch()) {
            throw new BasculeException(ErrorCode.INPUT_MISMATCH, "no input of the model follows a batch");
        }
        return testCase;
    }

    private static List<PlaceEntrant> entrants(
            SelectRequest request, RunEnvironment environment, List<Place> places, PreparedCase testCase, int batch) {
        Duration timeout = request.run().cases().get(0).settings().get(CaseKeys.TIMEOUT);
        OutputChecker.Reference reference =
                reference(environment.references(timeout).of(testCase));
        List<PlaceEntrant> entrants = new ArrayList<>();
        for (Place place : places) {
            for (int threads : hasThreads(place.backend()) ? request.threads() : List.of(1)) {
                entrants.add(new PlaceEntrant(
                        new Candidate(place.source().address(), place.target(), threads, batch),
                        place,
                        testCase.withSettings(
                                testCase.settings().withThreads(threads).withEvidence(true)),
                        reference,
                        environment.jobIds(),
                        timeout,
                        environment.usage(),
                        Machines.hasGpu(environment.machine())));
            }
        }
        return entrants;
    }

    /** Whether its time depends on a number of threads that a session is given. */
    private static boolean hasThreads(Backend backend) {
        return backend.isHostCpu() || backend.id().equals("openvino");
    }

    private static OutputChecker.Reference reference(References.Found found) {
        if (found instanceof References.Found.Missing missing) {
            ChosenPlaces.refuse(missing.failure());
        }
        return ((References.Found.Known) found).reference();
    }
}
