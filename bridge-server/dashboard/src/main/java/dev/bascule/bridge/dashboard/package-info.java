/** The live dashboard: its REST API, who may use it, and its pages. */
@NullMarked
package dev.bascule.bridge.dashboard;

import org.jspecify.annotations.NullMarked;
