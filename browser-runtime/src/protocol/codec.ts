import type { HostMessage } from './generated';

/** A frame that breaks the protocol; the link closes on it. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError';
}

const HEADER_LENGTH_BYTES = 4;
const HOST_TYPES: ReadonlySet<string> = new Set<HostMessage['type']>([
  'welcome',
  'execute',
  'measure',
  'infer',
  'advance',
  'stream',
  'endToEnd',
  'media',
  'memory',
  'finish',
  'prepare',
  'pack',
  'kernels',
  'cancel',
  'ping',
  'tensor',
  'bye',
]);

export interface DecodedFrame {
  readonly message: HostMessage;
  readonly payload: Uint8Array<ArrayBuffer>;
}

/** Reads one frame of the host: text is a message, binary is a header and its payload. Throws a ProtocolError. */
export function decodeFrame(data: string | ArrayBuffer): DecodedFrame {
  return typeof data === 'string' ? { message: parse(data), payload: new Uint8Array(0) } : decodeBinary(data);
}

/** u32 little-endian header length, UTF-8 JSON header, payload. */
export function encodeBinary(header: object, payload: Uint8Array): Uint8Array<ArrayBuffer> {
  const json = new TextEncoder().encode(JSON.stringify(header));
  const frame = new Uint8Array(HEADER_LENGTH_BYTES + json.length + payload.length);
  new DataView(frame.buffer).setUint32(0, json.length, true);
  frame.set(json, HEADER_LENGTH_BYTES);
  frame.set(payload, HEADER_LENGTH_BYTES + json.length);
  return frame;
}

function decodeBinary(data: ArrayBuffer): DecodedFrame {
  if (data.byteLength < HEADER_LENGTH_BYTES) {
    throw new ProtocolError(`binary frame of ${data.byteLength} bytes has no header`);
  }
  const headerEnd = HEADER_LENGTH_BYTES + new DataView(data).getUint32(0, true);
  if (headerEnd > data.byteLength) {
    throw new ProtocolError(`binary header ends at ${headerEnd}, the frame at ${data.byteLength}`);
  }
  const message = parse(new TextDecoder().decode(new Uint8Array(data, HEADER_LENGTH_BYTES, headerEnd - HEADER_LENGTH_BYTES)));
  // A copy, so that the payload is aligned for any element type.
  return { message, payload: new Uint8Array(data.slice(headerEnd)) };
}

function parse(text: string): HostMessage {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new ProtocolError('frame is not JSON', { cause });
  }
  if (!isEnvelope(value)) {
    throw new ProtocolError('message has no known type or no seq');
  }
  // The host validates against the schema on its side and is trusted to send what it promises; the envelope is what the link relies on.
  return value as HostMessage;
}

function isEnvelope(value: unknown): value is { type: string; seq: number } {
  if (typeof value !== 'object' || value === null || !('type' in value) || !('seq' in value)) {
    return false;
  }
  return typeof value.type === 'string' && HOST_TYPES.has(value.type) && Number.isSafeInteger(value.seq);
}
