/** Running a graph node by node. */
@NullMarked
package dev.bascule.exact.graph;

import org.jspecify.annotations.NullMarked;
