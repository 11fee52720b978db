/** The command line: where it begins, how it is read, how it ends, and commands of no family. */
@NullMarked
package dev.bascule.cli;

import org.jspecify.annotations.NullMarked;
