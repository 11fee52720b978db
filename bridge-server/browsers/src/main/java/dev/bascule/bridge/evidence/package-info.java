/** What a browser says of its graphics beyond the web's APIs: its own pages read, its processes' libraries listed. */
@NullMarked
package dev.bascule.bridge.evidence;

import org.jspecify.annotations.NullMarked;
