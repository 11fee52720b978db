/** Normalizations and losses. */
@NullMarked
package dev.bascule.exact.kernel.normalize;

import org.jspecify.annotations.NullMarked;
