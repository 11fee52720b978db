/** Recurrent networks. */
@NullMarked
package dev.bascule.exact.kernel.recurrent;

import org.jspecify.annotations.NullMarked;
