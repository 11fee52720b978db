/** The command that fills the history with what predictions are learned from. */
@NullMarked
package dev.bascule.cli.collect;

import org.jspecify.annotations.NullMarked;
