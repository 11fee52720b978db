import { decodeFrame, ProtocolError } from './codec';
import type { Hello, HostMessage, Welcome } from './generated';
import { type Incoming, type Outgoing, type OutgoingBinary, type MessageSink, PROTOCOL_VERSION, type TensorFrame } from './messages';
import { Outbox } from './outbox';

/** The part of WebSocket that the link needs. */
export interface Socket {
  binaryType: string;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number; reason: string }) => void) | null;
  send(data: string | Uint8Array<ArrayBuffer>): void;
  close(code?: number, reason?: string): void;
}

export interface LinkListener {
  /** A new session began: the host knows nothing of this page yet. */
  onSession(): void;
  onMessage(message: Incoming): void;
  onTensor(frame: TensorFrame): void;
  /** The link is closed for good. */
  onEnd(reason: string): void;
  onStatus(text: string): void;
}

export interface LinkOptions {
  readonly token: string;
  readonly name: string;
  readonly connect: () => Socket;
  /** Runs `action` after `ms`; injected so that tests own the time. */
  readonly later: (action: () => void, ms: number) => void;
  readonly listener: LinkListener;
  /** How often to try to come back before giving up; a page that nobody else can close should not try for long. */
  readonly mostRetries?: number;
}

const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 4000;
const MOST_RETRIES = 12;
/** Close codes after which trying again cannot help: the other side refused what we are or what we sent. */
const FINAL_CODES: ReadonlySet<number> = new Set([1000, 1002, 1003, 1007, 1008, 1009, 1010]);

/**
 * The page's end of the runner protocol: numbers what goes out, drops duplicates that come in, and after a lost
 * connection resumes the session, both sides sending again what the other has not seen.
 */
export class Link implements MessageSink {
  readonly #options: LinkOptions;
  readonly #outbox = new Outbox();
  #socket: Socket | null = null;
  #session: string | null = null;
  #welcomed = false;
  #ended = false;
  #lastReceived = 0;
  #retries = 0;

  constructor(options: LinkOptions) {
    this.#options = options;
  }

  open(): void {
    const socket = this.#options.connect();
    socket.binaryType = 'arraybuffer';
    socket.onopen = () => socket.send(JSON.stringify(this.#hello()));
    socket.onmessage = (event) => this.#receive(socket, event.data);
    socket.onclose = (event) => this.#closed(socket, event.code, event.reason);
    this.#socket = socket;
    this.#welcomed = false;
  }

  send(message: Outgoing): void {
    this.#dispatch(this.#outbox.add(message, null));
  }

  sendBinary(header: OutgoingBinary, payload: Uint8Array): void {
    this.#dispatch(this.#outbox.add(header, payload));
  }

  /** Says goodbye and closes for good. */
  leave(reason: string): void {
    this.send({ type: 'bye', reason });
    this.#end(reason, 1000);
  }

  #dispatch(seq: number): void {
    if (this.#welcomed && this.#socket !== null) {
      for (const frame of this.#outbox.framesAfter(seq - 1, this.#lastReceived)) {
        this.#socket.send(frame);
      }
    }
  }

  #hello(): Hello {
    return {
      type: 'hello',
      seq: 0,
      protocolVersion: PROTOCOL_VERSION,
      token: this.#options.token,
      runner: { kind: 'page', name: this.#options.name },
      ...(this.#session === null ? {} : { resume: { session: this.#session, lastSeq: this.#lastReceived } }),
    };
  }

  #receive(socket: Socket, data: unknown): void {
    if (socket !== this.#socket || this.#ended) {
      return;
    }
    try {
      if (typeof data !== 'string' && !(data instanceof ArrayBuffer)) {
        throw new ProtocolError('frame is neither text nor binary');
      }
      const { message, payload } = decodeFrame(data);
      if (message.ack !== undefined) {
        this.#outbox.acknowledge(message.ack);
      }
      if (message.type === 'welcome') {
        this.#welcome(socket, message);
      } else {
        this.#accept(socket, message, payload);
      }
    } catch (error) {
      if (!(error instanceof ProtocolError)) {
        throw error;
      }
      this.send({ type: 'log', level: 'error', text: `protocol: ${error.message}` });
      this.#end(error.message, 1002);
    }
  }

  #welcome(socket: Socket, message: Welcome): void {
    const resumed = this.#session === message.session;
    if (this.#session !== null && !resumed) {
      this.#end('the host no longer knows this session', 1000);
      return;
    }
    this.#session = message.session;
    this.#welcomed = true;
    this.#retries = 0;
    this.#outbox.acknowledge(message.lastSeq);
    for (const frame of this.#outbox.framesAfter(message.lastSeq, this.#lastReceived)) {
      socket.send(frame);
    }
    this.#options.listener.onStatus('connected');
    if (!resumed) {
      this.#options.listener.onSession();
    }
  }

  #accept(socket: Socket, message: Exclude<HostMessage, Welcome>, payload: Uint8Array<ArrayBuffer>): void {
    if (message.seq <= this.#lastReceived) {
      return;
    }
    if (message.seq !== this.#lastReceived + 1) {
      // Something was lost on the way: a new connection makes the host send it again.
      socket.close(4000, `expected message ${this.#lastReceived + 1}, got ${message.seq}`);
      return;
    }
    this.#lastReceived = message.seq;
    switch (message.type) {
      case 'ping':
        this.send({ type: 'pong' });
        break;
      case 'tensor':
        this.#options.listener.onTensor({ header: message, payload });
        break;
      case 'bye':
        this.#options.listener.onMessage(message);
        this.#end(message.reason, 1000);
        break;
      case 'execute':
      case 'measure':
      case 'infer':
      case 'advance':
      case 'stream':
      case 'endToEnd':
      case 'media':
      case 'memory':
      case 'finish':
      case 'prepare':
      case 'pack':
      case 'kernels':
      case 'cancel':
        this.#options.listener.onMessage(message);
        break;
      default:
        // A message of the schema that is forgotten here does not compile.
        message satisfies never;
    }
  }

  #closed(socket: Socket, code: number, reason: string): void {
    if (socket !== this.#socket || this.#ended) {
      return;
    }
    this.#welcomed = false;
    if (FINAL_CODES.has(code) || this.#retries >= (this.#options.mostRetries ?? MOST_RETRIES)) {
      this.#end(`closed with ${code} ${reason}`.trim(), null);
      return;
    }
    const wait = Math.min(FIRST_RETRY_MS * 2 ** this.#retries++, LONGEST_RETRY_MS);
    this.#options.listener.onStatus(`connection lost (${code}), trying again in ${wait} ms`);
    this.#options.later(() => this.#ended || this.open(), wait);
  }

  #end(reason: string, closeCode: number | null): void {
    if (this.#ended) {
      return;
    }
    this.#ended = true;
    if (closeCode !== null) {
      // A close reason may hold 123 bytes.
      this.#socket?.close(closeCode === 1002 ? 4002 : closeCode, reason.slice(0, 100));
    }
    this.#options.listener.onEnd(reason);
  }
}
