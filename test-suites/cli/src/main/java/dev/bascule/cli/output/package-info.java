/** What is printed, and how: the console, errors, progress, tables. */
@NullMarked
package dev.bascule.cli.output;

import org.jspecify.annotations.NullMarked;
