/** Signals and small linear algebra. */
@NullMarked
package dev.bascule.exact.kernel.signal;

import org.jspecify.annotations.NullMarked;
