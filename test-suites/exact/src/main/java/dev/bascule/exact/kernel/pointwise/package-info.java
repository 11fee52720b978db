/** Operators that work element by element. */
@NullMarked
package dev.bascule.exact.kernel.pointwise;

import org.jspecify.annotations.NullMarked;
