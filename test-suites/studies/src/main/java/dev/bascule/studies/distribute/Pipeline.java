package dev.bascule.studies.distribute;

import dev.bascule.execution.cases.PreparedCase;
import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.job.Feeds;
import dev.bascule.fallback.job.Inference;
import dev.bascule.fallback.job.Job;
import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.fallback.job.Reply;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.studies.distribute.ModelCut.Part;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Parts of a model that run one after the other, each on its device session, what crosses carried by the host. Belongs to one thread. */
final class Pipeline {
    private final StudyContext study;
    private final List<DeviceSession> deviceSessions;
    private List<Part> parts = List.of();

    /** @param deviceSessions one for each part; what they have open is replaced */
    Pipeline(StudyContext study, List<DeviceSession> deviceSessions) {
        this.study = study;
        this.deviceSessions = List.copyOf(deviceSessions);
    }

    /** A fault with the part and the device it came from. */
    record Fell(String where, Fault fault) {}

    /**
     * One inference through all parts.
     *
     * @param outputs the model's
     * @param legs one for each part
     * @param millis all of it, on the host
     */
    record Passage(Map<String, Tensor> outputs, List<Leg> legs, double millis) {
        Passage {
            legs = List.copyOf(legs);
        }

        double computing() {
            return legs.stream().mapToDouble(Leg::compute).sum();
        }

        double ways() {
            return legs.stream().mapToDouble(leg -> leg.there() + leg.back()).sum();
        }
    }

    /**
     * One part's share, in milliseconds.
     *
     * @param bytesThere of its inputs
     * @param bytesBack of its outputs
     */
    record Leg(double there, double compute, double back, long bytesThere, long bytesBack) {
        static Leg of(Inference inference, Map<String, Tensor> inputs) {
            return new Leg(
                    inference.there().toNanos() / 1e6,
                    inference.compute().toNanos() / 1e6,
                    inference.back().toNanos() / 1e6,
                    bytes(inputs.values()),
                    bytes(inference.outputs().values()));
        }
    }

    static long bytes(Collection<Tensor> tensors) {
        return tensors.stream().mapToLong(tensor -> tensor.data().remaining()).sum();
    }

    /**
     * Opens each part on its device session.
     *
     * @param values what they are fed
     */
    Optional<Fell> open(List<Part> next, Map<String, Tensor> values, PartFiles files, boolean evidence) {
        parts = List.copyOf(next);
        for (int i = 0; i < parts.size(); i++) {
            Part part = parts.get(i);
            DeviceSession deviceSession = deviceSessions.get(i);
            ModelArtifact artifact = files.write(part.model());
            Map<String, Tensor> inputs = pick(part.inputs(), values);
            Optional<Fault> fault =
                    deviceSession.open(() -> job(deviceSession, artifact, inputs, part.outputs(), evidence));
            if (fault.isPresent()) {
                return Optional.of(new Fell(where(i), fault.get()));
            }
        }
        return Optional.empty();
    }

    private Job job(
            DeviceSession deviceSession,
            ModelArtifact artifact,
            Map<String, Tensor> inputs,
            List<String> outputs,
            boolean evidence) {
        PreparedCase testCase = study.testCase();
        return new Job(
                study.ids().next(),
                deviceSession.place().backend(),
                artifact,
                Feeds.of(inputs),
                outputs,
                deviceSession.place().settings(testCase.settings().withEvidence(evidence)));
    }

    /** Those of the values that have one of these names. */
    static Map<String, Tensor> pick(Collection<String> names, Map<String, Tensor> values) {
        Map<String, Tensor> picked = new LinkedHashMap<>();
        names.forEach(name -> Optional.ofNullable(values.get(name)).ifPresent(tensor -> picked.put(name, tensor)));
        return picked;
    }

    /** The part and its device, for people. */
    String where(int part) {
        return "part %d on %s".formatted(part + 1, deviceSessions.get(part).name());
    }

    /** Either a passage, or where it fell. */
    sealed interface Result {
        record Through(Passage passage) implements Result {}

        record Stuck(Fell fell) implements Result {}
    }

    Result pass(Map<String, Tensor> inputs, Duration timeout) {
        long began = System.nanoTime();
        Map<String, Tensor> pool = new LinkedHashMap<>(inputs);
        List<Leg> legs = new ArrayList<>();
        for (int i = 0; i < parts.size(); i++) {
            Map<String, Tensor> fed = pick(parts.get(i).inputs(), pool);
            Reply<Inference> reply = deviceSessions.get(i).infer(fed, timeout);
            if (reply instanceof Reply.Failed<Inference> failed) {
                return new Result.Stuck(new Fell(where(i), failed.fault()));
            }
            Inference inference = reply.result().orElseThrow();
            legs.add(Leg.of(inference, fed));
            pool.putAll(inference.outputs());
        }
        double millis = (System.nanoTime() - began) / 1e6;
        return new Result.Through(new Passage(pick(study.testCase().outputs(), pool), legs, millis));
    }

    List<Part> parts() {
        return parts;
    }

    List<DeviceSession> deviceSessions() {
        return deviceSessions;
    }
}
