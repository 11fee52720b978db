/** Commands that read the history, compare what is in it, and care for its file. */
@NullMarked
package dev.bascule.cli.history;

import org.jspecify.annotations.NullMarked;
