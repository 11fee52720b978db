/** The command line: where it begins, how it is read, and how it ends. */
@NullMarked
package dev.bascule.cli;

import org.jspecify.annotations.NullMarked;
