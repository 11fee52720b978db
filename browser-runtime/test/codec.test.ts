import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { decodeFrame, encodeBinary, ProtocolError } from '../src/protocol/codec';

const header = { type: 'tensor', seq: 3, job: 'j', role: 'input', name: 'ü', dtype: 'float32', dims: [2], step: 0, iteration: 0 };

describe('frames', () => {
  test('a binary frame comes back as it went', () => {
    const payload = new Uint8Array([1, 2, 3, 250]);
    const decoded = decodeFrame(encodeBinary(header, payload).buffer);
    expect(decoded.message).toEqual(header);
    expect(decoded.payload).toEqual(payload);
  });

  test('the payload is aligned for any element type', () => {
    const decoded = decodeFrame(encodeBinary(header, new Uint8Array(16)).buffer);
    expect(decoded.payload.byteOffset).toBe(0);
    expect(() => new Float64Array(decoded.payload.buffer)).not.toThrow();
  });

  test('the header length is little endian', () => {
    const frame = encodeBinary({ type: 'ping', seq: 1 }, new Uint8Array(0));
    expect([...frame.subarray(0, 4)]).toEqual([frame.length - 4, 0, 0, 0]);
  });

  test.each([
    ['text that is no JSON', '{'],
    ['a message without a type', '{"seq":1}'],
    ['a message of an unknown type', '{"type":"dance","seq":1}'],
    ['a message that only a runner sends', '{"type":"result","seq":1}'],
    ['a message whose seq is no integer', '{"type":"ping","seq":1.5}'],
    ['a binary frame without a header', new ArrayBuffer(2)],
    ['a binary frame whose header is longer than itself', new Uint8Array([255, 0, 0, 0, 123]).buffer],
  ])('%s is a protocol error', (_, frame) => {
    expect(() => decodeFrame(frame)).toThrow(ProtocolError);
  });
});

test('every message that the schema lets a host send is known', async () => {
  const schema = JSON.parse(await readFile(new URL('../../fallback/protocol/src/main/resources/dev/bascule/fallback/protocol/protocol-v1.schema.json', import.meta.url), 'utf8')) as {
    definitions: Record<string, { oneOf?: { $ref: string }[]; properties?: { type?: { const: string } } }>;
  };
  const types = schema.definitions['HostMessage']?.oneOf?.map(({ $ref }) => schema.definitions[$ref.split('/').at(-1) as string]?.properties?.type?.const);
  expect(types?.length).toBeGreaterThan(8);
  for (const type of types ?? []) {
    expect(decodeFrame(JSON.stringify({ type, seq: 1 })).message.type).toBe(type);
  }
});
