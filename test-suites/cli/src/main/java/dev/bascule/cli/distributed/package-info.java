/** The command {@code distributed}: its options, text and document. */
@NullMarked
package dev.bascule.cli.distributed;

import org.jspecify.annotations.NullMarked;
