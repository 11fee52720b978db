/** Ranges of activations, from samples that a model is run on. */
@NullMarked
package dev.bascule.quantization.calibration;

import org.jspecify.annotations.NullMarked;
