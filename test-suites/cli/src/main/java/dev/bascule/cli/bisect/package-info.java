/** The command that finds since which version a case fails. */
@NullMarked
package dev.bascule.cli.bisect;

import org.jspecify.annotations.NullMarked;
