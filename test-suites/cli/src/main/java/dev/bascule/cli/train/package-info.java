/** {@code bascule train}. */
@NullMarked
package dev.bascule.cli.train;

import org.jspecify.annotations.NullMarked;
