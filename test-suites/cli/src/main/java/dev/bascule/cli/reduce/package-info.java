/** The command that reduces a failing case to a small one. */
@NullMarked
package dev.bascule.cli.reduce;

import org.jspecify.annotations.NullMarked;
