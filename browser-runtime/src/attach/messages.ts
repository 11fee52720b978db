/** What the attach page and the bridge say to each other over `/attach`: one JSON object in each text frame. */

export interface Attach {
  readonly type: 'attach';
  /** From the link's fragment. */
  readonly token: string;
  readonly name: string;
  /** The same each time that this browser comes back. */
  readonly device: string;
  readonly userAgent: string;
  readonly platform: string;
  readonly secureContext: boolean;
  readonly crossOriginIsolated: boolean;
  /** What a Chromium tells beyond its frozen user agent: `"Chromium 153.0.1, Google Chrome 153.0.1"`. */
  readonly brands?: string;
  readonly platformVersion?: string;
  readonly model?: string;
}

export type FromPage =
  | Attach
  | { readonly type: 'opened' | 'closed'; readonly slot: number }
  /** The person gave the device another name; what runs goes on under the old one. */
  | { readonly type: 'rename'; readonly name: string }
  | { readonly type: 'leave' }
  | { readonly type: 'ping' };

export type FromBridge =
  /** It is in, under this name. */
  | { readonly type: 'welcome'; readonly name: string }
  | { readonly type: 'renamed'; readonly name: string }
  /** Put this page into the slot, instead of what was there. */
  | { readonly type: 'open'; readonly slot: number; readonly url: string }
  | { readonly type: 'close'; readonly slot: number }
  /** For the person: what runs, how far it is. */
  | { readonly type: 'status'; readonly text: string }
  /** It is over; the page does not come back by itself. */
  | { readonly type: 'bye'; readonly reason: string }
  | { readonly type: 'pong' };

/** Reads a frame of the bridge; null for anything that is no message of the kind. */
export function readMessage(data: unknown): FromBridge | null {
  if (typeof data !== 'string') {
    return null;
  }
  let value: Record<string, unknown>;
  try {
    value = JSON.parse(data) as Record<string, unknown>;
  } catch {
    return null;
  }
  const text = (field: string): boolean => typeof value[field] === 'string';
  switch (value?.['type']) {
    case 'welcome':
    case 'renamed':
      return text('name') ? (value as FromBridge) : null;
    case 'open':
      return Number.isSafeInteger(value['slot']) && text('url') ? (value as FromBridge) : null;
    case 'close':
      return Number.isSafeInteger(value['slot']) ? (value as FromBridge) : null;
    case 'status':
      return text('text') ? (value as FromBridge) : null;
    case 'bye':
      return text('reason') ? (value as FromBridge) : null;
    case 'pong':
      return { type: 'pong' };
    default:
      return null;
  }
}
