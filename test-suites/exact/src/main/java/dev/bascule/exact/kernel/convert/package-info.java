/** Operators that change element types: casts and quantization. */
@NullMarked
package dev.bascule.exact.kernel.convert;

import org.jspecify.annotations.NullMarked;
