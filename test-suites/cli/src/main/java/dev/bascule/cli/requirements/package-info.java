/** What a model asks of this machine. */
@NullMarked
package dev.bascule.cli.requirements;

import org.jspecify.annotations.NullMarked;
