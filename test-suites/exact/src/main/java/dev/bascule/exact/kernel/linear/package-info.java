/** Sums of products: matrices, convolutions, attention. */
@NullMarked
package dev.bascule.exact.kernel.linear;

import org.jspecify.annotations.NullMarked;
