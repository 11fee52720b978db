import { type Attach, type FromBridge, type FromPage, readMessage } from './messages';

/** The part of WebSocket that is needed. */
export interface Socket {
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number; reason: string }) => void) | null;
  send(data: string): void;
  close(code?: number, reason?: string): void;
}

/** Where runner pages stand, one in each slot. */
export interface Frames {
  /** Puts a page into a slot, instead of what was there; resolves when it is loaded. */
  open(slot: number, url: string): Promise<void>;
  close(slot: number): void;
  closeAll(): void;
}

export type State =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'attached'; readonly name: string; readonly doing: string | null }
  | { readonly kind: 'lost'; readonly retryMs: number }
  | { readonly kind: 'ended'; readonly reason: string };

export interface AttachmentOptions {
  readonly connect: () => Socket;
  /** The first message, made anew for each connection. */
  readonly greeting: () => Attach;
  readonly frames: Frames;
  /** Runs `action` after `ms`; injected so that tests own the time. */
  readonly later: (action: () => void, ms: number) => void;
  readonly show: (state: State) => void;
}

const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 10_000;
const PING_MS = 15_000;
/** The bridge closed it and means it: it said why. */
const NORMAL = 1000;

/** The page's end of an attachment: comes in, obeys, and comes back after a lost connection until somebody ends it. */
export class Attachment {
  readonly #options: AttachmentOptions;
  #socket: Socket | null = null;
  #ended = false;
  #welcomed = false;
  #retries = 0;
  #name = '';
  #doing: string | null = null;

  constructor(options: AttachmentOptions) {
    this.#options = options;
  }

  open(): void {
    if (this.#ended || this.#socket !== null) {
      return;
    }
    const socket = this.#options.connect();
    this.#socket = socket;
    this.#options.show({ kind: 'connecting' });
    socket.onopen = () => socket.send(JSON.stringify(this.#options.greeting()));
    socket.onmessage = ({ data }) => this.#hear(socket, data);
    socket.onclose = ({ code, reason }) => this.#closed(socket, code, reason);
  }

  /** The person leaves: everything that runs here ends. */
  leave(): void {
    if (!this.#ended) {
      this.#say({ type: 'leave' });
      this.#end('you left', NORMAL);
    }
  }

  /** The next greeting carries the new name by itself. */
  rename(name: string): void {
    this.#say({ type: 'rename', name });
  }

  /** Something came back to life, the network or the screen: no need to wait for the next try. */
  hurry(): void {
    this.open();
  }

  #hear(socket: Socket, data: unknown): void {
    const message = readMessage(data);
    if (socket === this.#socket && message !== null) {
      this.#obey(socket, message);
    }
  }

  #obey(socket: Socket, message: FromBridge): void {
    switch (message.type) {
      case 'welcome':
        this.#welcomed = true;
        this.#retries = 0;
        this.#name = message.name;
        this.#showAttached();
        this.#ping(socket);
        break;
      case 'renamed':
        this.#name = message.name;
        this.#showAttached();
        break;
      case 'open':
        void this.#options.frames.open(message.slot, message.url).then(
          () => this.#say({ type: 'opened', slot: message.slot }),
          () => this.#say({ type: 'closed', slot: message.slot }),
        );
        break;
      case 'close':
        this.#options.frames.close(message.slot);
        this.#say({ type: 'closed', slot: message.slot });
        break;
      case 'status':
        this.#doing = message.text;
        this.#showAttached();
        break;
      case 'bye':
        this.#end(message.reason, NORMAL);
        break;
      case 'pong':
        break;
    }
  }

  #showAttached(): void {
    if (this.#welcomed) {
      this.#options.show({ kind: 'attached', name: this.#name, doing: this.#doing });
    }
  }

  #ping(socket: Socket): void {
    this.#options.later(() => {
      if (socket === this.#socket) {
        this.#say({ type: 'ping' });
        this.#ping(socket);
      }
    }, PING_MS);
  }

  #say(message: FromPage): void {
    // What is said while nobody listens is not missed: the bridge asks again when the page is back.
    if (this.#welcomed) {
      this.#socket?.send(JSON.stringify(message));
    }
  }

  #closed(socket: Socket, code: number, reason: string): void {
    if (socket !== this.#socket || this.#ended) {
      return;
    }
    this.#socket = null;
    this.#welcomed = false;
    if (code === NORMAL) {
      this.#end(reason === '' ? 'the connection was ended' : reason, null);
      return;
    }
    const retryMs = Math.min(FIRST_RETRY_MS * 2 ** this.#retries++, LONGEST_RETRY_MS);
    this.#options.show({ kind: 'lost', retryMs });
    this.#options.later(() => this.open(), retryMs);
  }

  #end(reason: string, code: number | null): void {
    this.#ended = true;
    this.#options.frames.closeAll();
    if (code !== null) {
      this.#socket?.close(code);
    }
    this.#socket = null;
    this.#options.show({ kind: 'ended', reason });
  }
}
