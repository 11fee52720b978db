package dev.bascule.fallback.protocol;

/**
 * A packet with its place in the stream.
 *
 * @param seq 1, 2, 3 … in each direction; 0 for hello and welcome
 * @param ack last seq that the sender has received
 * @param packet what is carried
 */
public record Envelope(long seq, long ack, Packet packet) {}
