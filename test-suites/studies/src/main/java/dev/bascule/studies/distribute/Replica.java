package dev.bascule.studies.distribute;

import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.job.Inference;
import dev.bascule.fallback.job.Reply;
import dev.bascule.fallback.tensor.Tensor;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** A device that has the model open. Belongs to one thread, but for {@link #kill}. */
interface Replica {

    /** Its name in this run, such as {@code openvino #1}. */
    String name();

    Reply<Inference> infer(Map<String, Tensor> inputs, Duration timeout);

    /** Opens the model anew after a refusal; why it cannot, where it cannot. */
    Optional<Fault> reopen();

    /** Ends its processes at once, from outside, whatever state they are in. Callable from any thread. */
    void kill();
}
