package dev.bascule.studies.quantization;

import dev.bascule.execution.service.RunListener;

/** Makes smaller models and measures them on a machine. Not for concurrent use. */
@FunctionalInterface
public interface QuantizationService {

    /** Makes and measures all that was asked for; an interrupted thread gets what there is by then. */
    QuantizationReport quantize(QuantizationRequest request, RunListener listener);
}
