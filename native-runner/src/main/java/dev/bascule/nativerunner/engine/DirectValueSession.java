package dev.bascule.nativerunner.engine;

import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import ai.onnxruntime.OrtSession.SessionOptions;
import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import dev.bascule.fallback.driver.RefusedException;
import dev.bascule.fallback.driver.ValueRequest;
import dev.bascule.fallback.driver.ValueSession;
import dev.bascule.fallback.tensor.Value;
import dev.bascule.nativerunner.engine.OrtApi.Call;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** A session of ONNX Runtime's Java binding, opened from bytes, whose values go by the {@linkplain OrtApi C interface}. */
final class DirectValueSession implements ValueSession {
    private static final String CPU = "CPUExecutionProvider";

    private final OrtEnvironment environment;
    private final OrtApi api;
    private final ValueRequest request;
    private final SessionOptions options;
    private final OrtSession session;
    private final OrtSession.RunOptions runOptions;
    private boolean profiling;
    private boolean closed;

    DirectValueSession(OrtEnvironment environment, OrtApi api, ValueRequest request, SessionOptions options)
            throws OrtException {
        this.environment = environment;
        this.api = api;
        this.request = request;
        this.options = options;
        this.profiling = request.profile().isPresent();
        byte[] onnx = new byte[request.onnx().remaining()];
        request.onnx().get(onnx);
        this.runOptions = new OrtSession.RunOptions();
        try {
            this.session = environment.createSession(onnx, options);
        } catch (OrtException e) {
            runOptions.close();
            throw e;
        }
    }

    @Override
    public String binding() {
        return "onnxruntime-java, values by the C interface";
    }

    @Override
    public Outcome run(Map<String, Value> inputs) throws RefusedException {
        Set<String> absent = new TreeSet<>();
        inputs.forEach((name, value) -> {
            if (value instanceof Value.Absent) {
                absent.add(name);
            }
        });
        try {
            if (absent.isEmpty()) {
                return run(session, inputs, Map.of());
            }
            byte[] filled = EmptyValues.withoutOptionals(request.onnx(), absent);
            Map<String, Value> rest = new LinkedHashMap<>(inputs);
            rest.keySet().removeAll(absent);
            try (OrtSession other = environment.createSession(filled, options)) {
                return run(other, rest, Map.of("fedByNode", String.join(", ", absent) + " (empty optional)"));
            }
        } catch (OrtException e) {
            throw RefusedException.of(e);
        }
    }

    private Outcome run(OrtSession model, Map<String, Value> inputs, Map<String, String> facts)
            throws OrtException, RefusedException {
        Set<String> missing = new TreeSet<>(model.getInputNames());
        missing.removeAll(inputs.keySet());
        if (!missing.isEmpty()) {
            // Some kernels look at what is not there.
            throw new RefusedException(
                    "InputMismatch",
                    "the model needs the inputs %s, which are not among those given: %s"
                            .formatted(missing, inputs.keySet()));
        }
        try (OrtValues values = new OrtValues(api)) {
            Map<String, Pointer> fed = new LinkedHashMap<>();
            for (Map.Entry<String, Value> input : inputs.entrySet()) {
                fed.put(input.getKey(), feed(input.getKey(), input.getValue(), values));
            }
            List<String> names = List.copyOf(model.getOutputNames());
            long start = System.nanoTime();
            List<Pointer> results = call(model, fed, names, values);
            Duration inference = Duration.ofNanos(System.nanoTime() - start);
            Map<String, Value> outputs = new LinkedHashMap<>();
            for (int i = 0; i < names.size(); i++) {
                outputs.put(names.get(i), values.read(results.get(i)));
            }
            return new Outcome(outputs, inference, facts);
        }
    }

    private Pointer feed(String name, Value value, OrtValues values) throws OrtException, RefusedException {
        if (!(value instanceof Value.Many many) || !many.items().isEmpty()) {
            return values.make(value);
        }
        byte[] maker = EmptyValues.sequenceMaker(request.onnx(), name);
        try (SessionOptions plain = new SessionOptions();
                OrtSession made = environment.createSession(maker, plain)) {
            return call(made, Map.of(), List.of(EmptyValues.OUTPUT), values).get(0);
        }
    }

    private List<Pointer> call(OrtSession model, Map<String, Pointer> inputs, List<String> outputs, OrtValues values)
            throws OrtException, RefusedException {
        Memory results = OrtValues.memory((long) outputs.size() * Native.POINTER_SIZE);
        api.invoke(
                Call.RUN,
                OrtApi.session(model),
                OrtApi.options(runOptions),
                OrtValues.array(inputs.keySet().stream().map(OrtValues::text).toList()),
                OrtValues.array(List.copyOf(inputs.values())),
                (long) inputs.size(),
                OrtValues.array(outputs.stream().map(OrtValues::text).toList()),
                (long) outputs.size(),
                results);
        List<Pointer> pointers = new ArrayList<>();
        for (int i = 0; i < outputs.size(); i++) {
            pointers.add(values.own(results.getPointer((long) i * Native.POINTER_SIZE)));
        }
        return pointers;
    }

    @Override
    public synchronized void stop() {
        if (closed) {
            return;
        }
        try {
            runOptions.setTerminate(true);
        } catch (OrtException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public Optional<String> soleProvider() {
        return request.backend().equals("cpu") ? Optional.of(CPU) : Optional.empty();
    }

    @Override
    public Optional<Path> endProfiling() throws RefusedException {
        if (!profiling) {
            return Optional.empty();
        }
        profiling = false;
        try {
            return Optional.of(Path.of(session.endProfiling()));
        } catch (OrtException e) {
            throw RefusedException.of(e);
        }
    }

    @Override
    public void close() throws RefusedException {
        synchronized (this) {
            closed = true;
            runOptions.close();
        }
        try {
            session.close();
        } catch (OrtException e) {
            throw RefusedException.of(e);
        } finally {
            options.close();
        }
    }
}
