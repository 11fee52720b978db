/** Which way to run a model is best on this machine. */
@NullMarked
package dev.bascule.cli.select;

import org.jspecify.annotations.NullMarked;
