package dev.bascule.app.local;

import dev.bascule.app.environment.RunEnvironment;
import dev.bascule.app.environment.RunEnvironmentFactory;
import dev.bascule.execution.TimeBreakdown;
import dev.bascule.execution.service.RunListener;
import dev.bascule.execution.source.Place;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.studies.decode.DecodeReport;
import dev.bascule.studies.decode.DecodeRequest;
import dev.bascule.studies.decode.DecodeService;
import dev.bascule.studies.decode.DecodeStudy;
import dev.bascule.studies.decode.DecodedEncoder;
import dev.bascule.studies.decode.DecodedModel;
import dev.bascule.studies.decode.PeerDecoding;
import dev.bascule.studies.decode.PeerEngine;
import dev.bascule.studies.decode.TargetDecoding;
import dev.bascule.studies.session.CarryLocations;
import dev.bascule.studies.truth.TruthReport.Absent;
import dev.bascule.suites.setting.RunSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Decodes on this machine. Each call is one of its own; not for concurrent use. */
public final class LocalDecodeService implements DecodeService {
    private final RunEnvironmentFactory environments;

    public LocalDecodeService(RunEnvironmentFactory environments) {
        this.environments = environments;
    }

    @Override
    public DecodeReport decode(DecodeRequest request, Listener listener) {
        RunListener phases = new RunListener() {
            @Override
            public void phase(String activity) {
                listener.phase(activity);
            }
        };
        RunEnvironment environment = environments.open(request.run(), new TimeBreakdown(), phases);
        try {
            return decode(request, listener, environment);
        } finally {
            if (environment.end()) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static DecodeReport decode(DecodeRequest request, Listener listener, RunEnvironment environment) {
        // A model that is none, and a prompt that does not fit, are told before any browser is asked anything.
        List<DecodedModel> models = DecoderFiles.of(request, environment);
        List<PeerEngine> peers = Peers.of(request);
        DecodeStudy study = DecodeStudy.begin(
                models.get(0),
                request.prompt(),
                request.generate(),
                new SplittableRandom(request.run().invocation().seed()),
                environment.nativeSource(),
                request.limits(),
                environment.jobIds(),
                LocalDecodeService::isStopped,
                listener);
        List<Absent> absent = new ArrayList<>();
        List<Place> places = ChosenPlaces.of(request.run(), request.targets(), environment, absent);
        CarryLocations locations = new CarryLocations("--kv", request.locations());
        List<TargetDecoding> targets = new ArrayList<>();
        for (Place place : places) {
            for (DecodedModel model : models) {
                if (!isStopped()) {
                    targets.addAll(
                            study.force(model, place, locations.on(place.backend()), settings(request), listener));
                }
            }
        }
        List<PeerDecoding> beside = new ArrayList<>();
        for (PeerEngine peer : peers) {
            if (!isStopped()) {
                beside.add(study.beside(peer, listener));
            }
        }
        DecodedModel first = models.get(0);
        return new DecodeReport(
                first.name(),
                first.artifact().sha256(),
                first.seeded(),
                first.graph().context(),
                first.encoder().map(DecodedEncoder::source),
                study.written(),
                targets,
                absent,
                beside,
                isStopped());
    }

    private static SessionSettings settings(DecodeRequest request) {
        RunSettings settings = request.run().cases().get(0).settings();
        return settings.session();
    }

    private static boolean isStopped() {
        return Thread.currentThread().isInterrupted();
    }
}
