/** {@code bascule truth}. */
@NullMarked
package dev.bascule.cli.truth;

import org.jspecify.annotations.NullMarked;
