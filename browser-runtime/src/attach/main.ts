import { Attachment, type Socket, type State } from './attachment';
import { Identity, randomId } from './device';
import { agentFacts, greeting } from './greeting';
import { Slots } from './slots';
import { View } from './view';
import { WakeLock } from './wake';

const TOKEN = 'bascule.token';

/** The token from the link; kept for a reload, as it should not stay in the address bar or the history. */
function takeToken(): string | null {
  const shown = new URLSearchParams(location.hash.slice(1)).get('token');
  try {
    if (shown !== null) {
      sessionStorage.setItem(TOKEN, shown);
      history.replaceState(null, '', location.pathname + location.search);
    }
    return shown ?? sessionStorage.getItem(TOKEN);
  } catch {
    return shown;
  }
}

function keeper(): Storage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

async function start(): Promise<void> {
  const view = new View();
  view.warn(globalThis.isSecureContext, globalThis.crossOriginIsolated === true);
  const token = takeToken();
  if (token === null) {
    view.noToken();
    return;
  }
  const identity = new Identity(keeper(), navigator.userAgent, randomId);
  const facts = await agentFacts();
  const wake = new WakeLock();
  wake.install();
  const slots = new Slots(view.slots);
  const attachment = (): Attachment =>
    new Attachment({
      connect: () => new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/attach`) as unknown as Socket,
      greeting: () => greeting(token, identity, facts),
      frames: slots,
      later: (action, ms) => setTimeout(action, ms),
      show: (state: State) => {
        wake.wanted = state.kind === 'attached' || state.kind === 'lost';
        view.show(state);
      },
    });
  let current = attachment();
  const join = (): void => {
    current = attachment();
    current.open();
  };
  view.onLeave = () => current.leave();
  view.onJoin = join;
  view.onRename = (name) => {
    identity.rename(name);
    current.rename(identity.name);
  };
  view.name = identity.name;
  addEventListener('online', () => current.hurry());
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && current.hurry());
  current.open();
}

void start();
