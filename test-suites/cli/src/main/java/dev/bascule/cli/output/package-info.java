/** How things are printed: the console, errors, tables, comparisons. */
@NullMarked
package dev.bascule.cli.output;

import org.jspecify.annotations.NullMarked;
