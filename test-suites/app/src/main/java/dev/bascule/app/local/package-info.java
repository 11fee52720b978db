/** This machine's implementation of the services: bridge, browsers and native children put together. */
@NullMarked
package dev.bascule.app.local;

import org.jspecify.annotations.NullMarked;
