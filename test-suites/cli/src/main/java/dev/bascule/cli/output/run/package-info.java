/** What is said of a run's cells, while they are measured and after. */
@NullMarked
package dev.bascule.cli.output.run;

import org.jspecify.annotations.NullMarked;
