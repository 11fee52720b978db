package dev.bascule.app.orders;

/** An inference's predicted milliseconds, with the ends of their interval. Immutable. */
record Millis(double low, double median, double high) {}
