package dev.bascule.quantization;

import java.util.OptionalLong;

/**
 * What a hybrid method is given. Immutable.
 *
 * @param sensitivities of the layers
 * @param mostBytes of the file that somebody asked for; empty where nobody did
 */
public record HybridInput(Sensitivities sensitivities, OptionalLong mostBytes) {}
