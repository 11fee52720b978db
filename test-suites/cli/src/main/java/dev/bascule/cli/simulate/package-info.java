/** Many machines that need not be there: simulated, and held to what is known. */
@NullMarked
package dev.bascule.cli.simulate;

import org.jspecify.annotations.NullMarked;
