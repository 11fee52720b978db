/** Steps of optimizers. */
@NullMarked
package dev.bascule.exact.kernel.training;

import org.jspecify.annotations.NullMarked;
