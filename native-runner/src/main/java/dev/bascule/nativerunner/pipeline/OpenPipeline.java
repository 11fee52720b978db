package dev.bascule.nativerunner.pipeline;

import dev.bascule.fallback.driver.RefusedException;
import dev.bascule.fallback.tensor.Tensor;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

/**
 * A pipeline with its files in memory, and whatever stays the same from one run to the next, such as a tokenizer. Belongs to one
 * thread.
 */
public interface OpenPipeline extends AutoCloseable {

    /**
     * @param nanos a clock in nanoseconds, from any beginning
     * @throws RefusedException when what it is given cannot be decoded
     */
    Made run(LongSupplier nanos) throws RefusedException;

    @Override
    default void close() {}

    /**
     * What a pipeline made.
     *
     * @param tensors by the pipeline's own names of them
     * @param decodeNanos from the file's bytes in memory to samples or pixels; empty where there is nothing to decode
     * @param featuresNanos from there to the tensors
     */
    record Made(Map<String, Tensor> tensors, OptionalLong decodeNanos, long featuresNanos) {
        public long nanos() {
            return decodeNanos.orElse(0) + featuresNanos;
        }
    }
}
