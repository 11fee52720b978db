// Builds elements. Text is only ever a text node and attributes are only ever set by name, so that nothing a history or a
// server says can become markup: there is no other way into the page.

export type Child = Node | string | number | false | null | undefined | readonly Child[];

type Handler = (event: never) => void;

export interface Props {
  readonly class?: string | undefined;
  /** Listeners by the event's name. */
  readonly on?: Readonly<Record<string, Handler>>;
  readonly [attribute: string]: string | number | boolean | undefined | Readonly<Record<string, Handler>>;
}

/** Addresses of other schemes, such as javascript:, are dropped; the colon of a path or a query is none of a scheme. */
const ADDRESS = /^(?:https?:|blob:|[/?#.]|$)/;

export function h<K extends keyof HTMLElementTagNameMap>(tag: K, props?: Props | null, ...children: Child[]): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props ?? {})) {
    if (name === 'on') {
      listen(element, value as Readonly<Record<string, Handler>>);
    } else {
      attribute(element, name, value as string | number | boolean | undefined);
    }
  }
  append(element, children);
  return element;
}

function listen(element: HTMLElement, listeners: Readonly<Record<string, Handler>>): void {
  for (const [event, listener] of Object.entries(listeners)) {
    element.addEventListener(event, listener as EventListener);
  }
}

function attribute(element: HTMLElement, name: string, value: string | number | boolean | undefined): void {
  if (value === undefined || value === false) {
    return;
  }
  if (name === 'style' || name.startsWith('on')) {
    throw new Error(`${name} is no attribute for a page with a strict policy`);
  }
  if (name === 'href' && !ADDRESS.test(String(value))) {
    return;
  }
  if (name === 'value' && 'value' in element) {
    (element as HTMLInputElement).value = String(value);
  }
  element.setAttribute(name, value === true ? '' : String(value));
}

function append(element: Element, children: readonly Child[]): void {
  for (const child of children) {
    if (Array.isArray(child)) {
      append(element, child as readonly Child[]);
    } else if (child instanceof Node) {
      element.append(child);
    } else if (child !== false && child !== null && child !== undefined) {
      element.append(String(child as string | number));
    }
  }
}

/** Puts other children into an element. */
export function fill<E extends Element>(element: E, ...children: Child[]): E {
  element.replaceChildren();
  append(element, children);
  return element;
}
