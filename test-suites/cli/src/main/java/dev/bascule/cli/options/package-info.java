/** Options that several commands share. */
@NullMarked
package dev.bascule.cli.options;

import org.jspecify.annotations.NullMarked;
