/** Smaller models of a float32 one: what each method does to which weights and activations. */
@NullMarked
package dev.bascule.quantization;

import org.jspecify.annotations.NullMarked;
