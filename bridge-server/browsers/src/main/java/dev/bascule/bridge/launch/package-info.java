/** Which launchers can start a browser, and which of them does it best. */
@NullMarked
package dev.bascule.bridge.launch;

import org.jspecify.annotations.NullMarked;
