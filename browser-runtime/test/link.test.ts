import { beforeEach, describe, expect, test } from 'vitest';
import { encodeBinary } from '../src/protocol/codec';
import { Link, type LinkListener, type Socket } from '../src/protocol/link';
import type { Incoming, TensorFrame } from '../src/protocol/messages';

type Sent = Record<string, unknown> & { type: string };

class FakeSocket implements Socket {
  binaryType = '';
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;
  readonly sent: Sent[] = [];
  closed: number | null = null;

  send(data: string | Uint8Array<ArrayBuffer>): void {
    const text =
      typeof data === 'string' ? data : new TextDecoder().decode(data.subarray(4, 4 + new DataView(data.buffer).getUint32(0, true)));
    this.sent.push(JSON.parse(text) as Sent);
  }

  close(code?: number): void {
    this.closed = code ?? 1005;
  }

  deliver(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  drop(code: number): void {
    this.onclose?.({ code, reason: '' });
  }
}

class Recorder implements LinkListener {
  sessions = 0;
  readonly messages: Incoming[] = [];
  readonly tensors: TensorFrame[] = [];
  readonly ends: string[] = [];
  onSession(): void {
    this.sessions++;
  }
  onMessage(message: Incoming): void {
    this.messages.push(message);
  }
  onTensor(frame: TensorFrame): void {
    this.tensors.push(frame);
  }
  onEnd(reason: string): void {
    this.ends.push(reason);
  }
  onStatus(): void {}
}

const finish = (seq: number, ack = 0) => ({ type: 'finish', seq, ack, job: 'j' });

describe('the link', () => {
  let sockets: FakeSocket[];
  let waits: number[];
  let recorder: Recorder;
  let link: Link;

  const socket = (): FakeSocket => sockets.at(-1) as FakeSocket;
  const welcome = (lastSeq: number, session = 's'): void => {
    socket().onopen?.();
    socket().deliver({ type: 'welcome', seq: 0, session, lastSeq });
  };
  const sentSeqs = (): unknown[] => socket().sent.filter(({ type }) => type !== 'hello').map(({ seq }) => seq);

  const linkTrying = (mostRetries?: number): Link =>
    new Link({
      token: 'secret',
      name: 'test',
      connect: () => {
        sockets.push(new FakeSocket());
        return socket();
      },
      later: (action, ms) => {
        waits.push(ms);
        action();
      },
      listener: recorder,
      ...(mostRetries === undefined ? {} : { mostRetries }),
    });

  beforeEach(() => {
    sockets = [];
    waits = [];
    recorder = new Recorder();
    link = linkTrying();
    link.open();
  });

  test('says hello with its token and nothing to resume', () => {
    socket().onopen?.();
    expect(socket().sent).toEqual([
      { type: 'hello', seq: 0, protocolVersion: 1, token: 'secret', runner: { kind: 'page', name: 'test' } },
    ]);
  });

  test('keeps what is said before the welcome and sends it after', () => {
    link.send({ type: 'log', level: 'info', text: 'early' });
    expect(socket().sent).toEqual([]);
    welcome(0);
    expect(sentSeqs()).toEqual([1]);
  });

  test('numbers messages from 1 and acknowledges what it received', () => {
    welcome(0);
    socket().deliver(finish(1));
    link.send({ type: 'log', level: 'info', text: 'a' });
    link.sendBinary({ type: 'samples', job: 'j', block: 0, count: 1 }, new Uint8Array(8));
    expect(socket().sent.slice(1)).toMatchObject([
      { type: 'log', seq: 1, ack: 1 },
      { type: 'samples', seq: 2, ack: 1 },
    ]);
  });

  test('announces a session once', () => {
    welcome(0);
    socket().drop(1006);
    welcome(0);
    expect(recorder.sessions).toBe(1);
  });

  test('drops a duplicate', () => {
    welcome(0);
    socket().deliver(finish(1));
    socket().deliver(finish(1));
    expect(recorder.messages).toHaveLength(1);
  });

  test('asks for what it missed when a number is skipped', () => {
    welcome(0);
    socket().deliver(finish(2));
    expect(recorder.messages).toEqual([]);
    expect(socket().closed).toBe(4000);
  });

  test('resumes with the session and the last number seen, and sends again only what was not received', () => {
    welcome(0);
    socket().deliver(finish(1));
    for (const text of ['a', 'b', 'c']) {
      link.send({ type: 'log', level: 'info', text });
    }
    socket().drop(1006);
    link.send({ type: 'log', level: 'info', text: 'd' });
    welcome(2);
    expect(sockets).toHaveLength(2);
    expect(socket().sent[0]).toMatchObject({ type: 'hello', resume: { session: 's', lastSeq: 1 } });
    expect(sentSeqs()).toEqual([3, 4]);
  });

  test('forgets what the host acknowledged', () => {
    welcome(0);
    link.send({ type: 'log', level: 'info', text: 'a' });
    link.send({ type: 'log', level: 'info', text: 'b' });
    socket().deliver(finish(1, 1));
    socket().drop(1006);
    welcome(0);
    expect(sentSeqs()).toEqual([2]);
  });

  test('waits longer after each failed attempt and gives up in the end', () => {
    for (let attempt = 0; attempt < 20 && recorder.ends.length === 0; attempt++) {
      socket().drop(1006);
    }
    expect(waits.slice(0, 4)).toEqual([100, 200, 400, 800]);
    expect(Math.max(...waits)).toBe(4000);
    expect(recorder.ends).toHaveLength(1);
  });

  test('gives up as early as it is told to', () => {
    link = linkTrying(3);
    link.open();
    for (let attempt = 0; attempt < 20 && recorder.ends.length === 0; attempt++) {
      socket().drop(1006);
    }
    expect(waits).toEqual([100, 200, 400]);
    expect(recorder.ends).toHaveLength(1);
  });

  test.each([1000, 1008, 1009])('does not come back after the host closed with %i', (code) => {
    welcome(0);
    socket().drop(code);
    expect(sockets).toHaveLength(1);
    expect(recorder.ends).toHaveLength(1);
  });

  test('ends when the host has a different session', () => {
    welcome(0);
    socket().drop(1006);
    welcome(0, 'other');
    expect(recorder.ends).toEqual(['the host no longer knows this session']);
  });

  test('answers a ping', () => {
    welcome(0);
    socket().deliver({ type: 'ping', seq: 1 });
    expect(socket().sent.at(-1)).toMatchObject({ type: 'pong', ack: 1 });
  });

  test('hands over a tensor with its bytes', () => {
    welcome(0);
    const header = { type: 'tensor', seq: 1, job: 'j', role: 'input', name: 'x', dtype: 'int8', dims: [2], step: 0, iteration: 0 };
    socket().onmessage?.({ data: encodeBinary(header, new Uint8Array([7, 8])).buffer });
    expect(recorder.tensors).toHaveLength(1);
    expect([...(recorder.tensors[0]?.payload ?? [])]).toEqual([7, 8]);
  });

  test('tells the host of a malformed frame and closes', () => {
    welcome(0);
    socket().onmessage?.({ data: 'nonsense' });
    expect(socket().sent.at(-1)).toMatchObject({ type: 'log', level: 'error', text: 'protocol: frame is not JSON' });
    expect(socket().closed).toBe(4002);
    expect(recorder.ends).toHaveLength(1);
  });

  test('closes after a bye', () => {
    welcome(0);
    socket().deliver({ type: 'bye', seq: 1, reason: 'done' });
    expect(socket().closed).toBe(1000);
    expect(recorder.ends).toEqual(['done']);
  });
});
