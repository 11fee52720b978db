/** Operators that move elements and compute none. */
@NullMarked
package dev.bascule.exact.kernel.shape;

import org.jspecify.annotations.NullMarked;
