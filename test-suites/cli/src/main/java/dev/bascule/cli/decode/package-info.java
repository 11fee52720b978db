/** The command {@code decode}. */
@NullMarked
package dev.bascule.cli.decode;

import org.jspecify.annotations.NullMarked;
