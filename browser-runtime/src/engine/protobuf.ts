const VARINT = 0;
const FIXED64 = 1;
const LENGTH_DELIMITED = 2;
const FIXED32 = 5;

/** A reader of one protobuf message that skips what it is not asked for, so a large model costs no more than its number of fields. Throws a RangeError on bytes that are none. */
export class Protobuf {
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Every value of a field that holds messages. */
  messages(field: number): Protobuf[] {
    return this.#values(field).map((value) => new Protobuf(value));
  }

  /** The last value of a field, which is the one that counts. */
  message(field: number): Protobuf | undefined {
    return this.messages(field).at(-1);
  }

  text(field: number): string | undefined {
    const value = this.#values(field).at(-1);
    return value === undefined ? undefined : new TextDecoder().decode(value);
  }

  #values(wanted: number): Uint8Array[] {
    const values: Uint8Array[] = [];
    let at = 0;
    const varint = (): number => {
      let value = 0;
      for (let scale = 1; ; scale *= 128) {
        const byte = this.#bytes[at++];
        if (byte === undefined || scale > 2 ** 63) {
          throw new RangeError('a number runs past the end of the message');
        }
        value += (byte % 128) * scale;
        if (byte < 128) {
          return value;
        }
      }
    };
    while (at < this.#bytes.length) {
      const key = varint();
      switch (key % 8) {
        case VARINT:
          varint();
          break;
        case FIXED64:
          at += 8;
          break;
        case FIXED32:
          at += 4;
          break;
        case LENGTH_DELIMITED: {
          const length = varint();
          if (at + length > this.#bytes.length) {
            throw new RangeError('a field runs past the end of the message');
          }
          if (Math.floor(key / 8) === wanted) {
            values.push(this.#bytes.subarray(at, at + length));
          }
          at += length;
          break;
        }
        default:
          throw new RangeError(`no protobuf wire type ${key % 8}`);
      }
    }
    return values;
  }
}
