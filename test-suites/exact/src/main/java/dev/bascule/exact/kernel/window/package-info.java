/** Operators that look through windows: pooling, sampling, regions. */
@NullMarked
package dev.bascule.exact.kernel.window;

import org.jspecify.annotations.NullMarked;
