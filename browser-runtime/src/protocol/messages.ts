import type { Case, HostMessage, RunnerMessage, Samples, Tensor } from './generated';

/** The version of the runner protocol that this page speaks. */
export const PROTOCOL_VERSION = 1;

type WithoutEnvelope<T> = T extends unknown ? Omit<T, 'seq' | 'ack'> : never;

/** What the page says, before the link numbers it. Binary messages carry their payload beside them. */
export type Outgoing = WithoutEnvelope<Exclude<RunnerMessage, Tensor | Samples | Case | { type: 'hello' }>>;

/** A tensor, a block of samples or a case's outputs on its way out. */
export type OutgoingBinary = WithoutEnvelope<Tensor | Samples | Case>;

/** What the host says, without what the link itself answers. */
export type Incoming = Exclude<HostMessage, { type: 'welcome' | 'ping' | 'tensor' }>;

/** What the host says to a job that is open. */
export type Command = Extract<Incoming, { type: 'measure' | 'infer' | 'advance' | 'stream' | 'endToEnd' | 'media' | 'finish' }>;

/** A tensor that the host sent, with its bytes (little endian, row major). */
export interface TensorFrame {
  readonly header: Tensor;
  readonly payload: Uint8Array<ArrayBuffer>;
}

/** Where the rest of the page puts what it has to say; the link is the one implementation that reaches a host. */
export interface MessageSink {
  send(message: Outgoing): void;
  sendBinary(header: OutgoingBinary, payload: Uint8Array): void;
}
