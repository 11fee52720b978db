/** The command {@code predict}. */
@NullMarked
package dev.bascule.cli.predict;

import org.jspecify.annotations.NullMarked;
