/** The command that makes smaller models and measures them. */
@NullMarked
package dev.bascule.cli.quantize;

import org.jspecify.annotations.NullMarked;
