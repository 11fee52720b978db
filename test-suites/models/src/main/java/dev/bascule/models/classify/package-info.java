/** What kind of network a graph is: family, architecture, task and size, each with the evidence that a reader can check. */
@NullMarked
package dev.bascule.models.classify;

import org.jspecify.annotations.NullMarked;
