/** Commands that measure cases, and those that report what was measured. */
@NullMarked
package dev.bascule.cli.run;

import org.jspecify.annotations.NullMarked;
