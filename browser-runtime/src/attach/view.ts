import type { State } from './attachment';

function element<T extends HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (found === null) {
    throw new Error(`the page has no #${id}`);
  }
  return found as T;
}

/** What the person sees and touches. Holds no state of its own beyond the page's. */
export class View {
  readonly slots = element('slots');
  onLeave: () => void = () => undefined;
  onJoin: () => void = () => undefined;
  onRename: (name: string) => void = () => undefined;
  readonly #status = element('status');
  readonly #doing = element('doing');
  readonly #name = element<HTMLInputElement>('name');
  readonly #leave = element<HTMLButtonElement>('leave');
  readonly #join = element<HTMLButtonElement>('join');

  constructor() {
    this.#leave.onclick = () => this.onLeave();
    this.#join.onclick = () => this.onJoin();
    element<HTMLFormElement>('device').onsubmit = (event) => {
      event.preventDefault();
      this.onRename(this.#name.value);
    };
  }

  set name(name: string) {
    this.#name.value = name;
  }

  show(state: State): void {
    const [text, mood] = words(state);
    this.#status.textContent = text;
    this.#status.dataset['mood'] = mood;
    this.#doing.textContent = state.kind === 'attached' ? (state.doing ?? 'Waiting for work') : '';
    // Not under the fingers of somebody who is typing.
    if (state.kind === 'attached' && document.activeElement !== this.#name) {
      this.name = state.name;
    }
    this.#leave.hidden = state.kind === 'ended';
    this.#join.hidden = state.kind !== 'ended';
  }

  noToken(): void {
    this.#status.textContent = 'This page is opened by a link with a token in it, and this one has none. Open the link that Bascule shows, or scan its code.';
    this.#status.dataset['mood'] = 'bad';
    element('controls').hidden = true;
  }

  /** Says what cannot be had here and what would bring it. */
  warn(secureContext: boolean, isolated: boolean): void {
    element('insecure').hidden = secureContext;
    element('single').hidden = !secureContext || isolated;
  }
}

function words(state: State): [text: string, mood: 'good' | 'wait' | 'bad'] {
  switch (state.kind) {
    case 'connecting':
      return ['Connecting', 'wait'];
    case 'attached':
      return [`Attached as ${state.name}`, 'good'];
    case 'lost':
      return [`Connection lost, trying again in ${Math.ceil(state.retryMs / 1000)} s`, 'wait'];
    case 'ended':
      return [`Not attached: ${state.reason}`, 'bad'];
  }
}
