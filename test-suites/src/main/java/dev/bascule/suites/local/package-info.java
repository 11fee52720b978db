/** This machine's implementation of the services: bridge, browsers and native children put together. */
@NullMarked
package dev.bascule.suites.local;

import org.jspecify.annotations.NullMarked;
