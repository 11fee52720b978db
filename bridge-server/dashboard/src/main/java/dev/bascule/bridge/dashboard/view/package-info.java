/** What the API tells of the history, as JSON. */
@NullMarked
package dev.bascule.bridge.dashboard.view;

import org.jspecify.annotations.NullMarked;
