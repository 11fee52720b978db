package dev.bascule.nativerunner.job;

import dev.bascule.fallback.driver.DriverSession;
import dev.bascule.fallback.driver.RefusedException;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;

/** An engine session whose outputs and times a test writes down: output {@code y} of run i, and the clock it takes. */
final class ScriptedSession implements DriverSession {
    static final Shape ONE = Shape.of(1);

    private final IntFunction<Float> outputs;
    private final long nanosPerRun;
    private final List<Map<String, Tensor>> fed = new ArrayList<>();
    private boolean partial;
    private long now;
    private int runs;
    private int open;

    ScriptedSession(IntFunction<Float> outputs, long nanosPerRun) {
        this.outputs = outputs;
        this.nanosPerRun = nanosPerRun;
    }

    /** From now on it takes partial feeds. */
    ScriptedSession takingPartialFeeds() {
        partial = true;
        return this;
    }

    @Override
    public boolean takesPartialFeeds() {
        return partial;
    }

    /** A clock that moves with each run, and by 1 ms each time it is read, as if looking after a run took that long. */
    LongSupplier clock() {
        return () -> now += 1_000_000;
    }

    /** What each run was fed. */
    List<Map<String, Tensor>> fed() {
        return fed;
    }

    /** Results not closed yet. */
    int open() {
        return open;
    }

    @Override
    public String binding() {
        return "scripted";
    }

    @Override
    public Feed feed(Map<String, Tensor> tensors) {
        return new ScriptedFeed(tensors);
    }

    @Override
    public void close() {}

    private final class ScriptedFeed implements Feed {
        private final Map<String, Tensor> tensors;

        ScriptedFeed(Map<String, Tensor> tensors) {
            this.tensors = tensors;
        }

        @Override
        public Results run() {
            fed.add(tensors);
            now += nanosPerRun;
            open++;
            return new ScriptedResults(Tensor.floats(ONE, outputs.apply(runs++)));
        }

        @Override
        public Feed with(Feed other) {
            Map<String, Tensor> all = new LinkedHashMap<>(tensors);
            all.putAll(((ScriptedFeed) other).tensors);
            return new ScriptedFeed(all);
        }

        @Override
        public Feed carrying(Map<String, String> carry, Results previous) throws RefusedException {
            Map<String, Tensor> next = new LinkedHashMap<>(tensors);
            for (Map.Entry<String, String> pair : carry.entrySet()) {
                next.put(pair.getKey(), previous.tensor(pair.getValue()));
            }
            return new ScriptedFeed(next);
        }
    }

    private final class ScriptedResults implements Results {
        private final Tensor y;

        ScriptedResults(Tensor y) {
            this.y = y;
        }

        @Override
        public List<String> names() {
            return List.of("y");
        }

        @Override
        public Tensor tensor(String output) throws RefusedException {
            if (!output.equals("y")) {
                throw new RefusedException("NoSuchOutput", "no output " + output);
            }
            return y;
        }

        @Override
        public void close() {
            open--;
        }
    }
}
