/** Tensors as typed bytes. */
@NullMarked
package dev.bascule.fallback.tensor;

import org.jspecify.annotations.NullMarked;
