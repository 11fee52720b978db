/** Operators that reduce, rank or accumulate along axes. */
@NullMarked
package dev.bascule.exact.kernel.reduce;

import org.jspecify.annotations.NullMarked;
