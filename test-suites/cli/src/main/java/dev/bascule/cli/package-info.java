/** The command line: options and commands, what they print, and how they end. */
@NullMarked
package dev.bascule.cli;

import org.jspecify.annotations.NullMarked;
