/** The one case with its one target, for commands that take no more. */
@NullMarked
package dev.bascule.cli.single;

import org.jspecify.annotations.NullMarked;
