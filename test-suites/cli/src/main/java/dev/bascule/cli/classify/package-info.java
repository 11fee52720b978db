/** What kind of network a model is. */
@NullMarked
package dev.bascule.cli.classify;

import org.jspecify.annotations.NullMarked;
