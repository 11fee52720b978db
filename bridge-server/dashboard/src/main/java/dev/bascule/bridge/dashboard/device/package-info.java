/** The ways in for devices, whose browsers become runners. */
@NullMarked
package dev.bascule.bridge.dashboard.device;

import org.jspecify.annotations.NullMarked;
