// How a phone, a tablet or another computer becomes a runner: its browser opens a link.
import { isAbort } from '../api/client';
import type { DeviceLink, Devices } from '../api/types';
import { hrefOf } from '../app/router';
import type { Context, View } from '../app/view';
import { commandLine } from '../dom/copy';
import { fill, h, type Child } from '../dom/h';
import { qrCode } from '../widgets/qr';
import { empty, loading, problemBox } from '../widgets/states';

export function devicesPage(context: Context): View {
  const place = h('div', null, loading('the links'));
  const asked = new AbortController();
  const load = async (): Promise<void> => {
    // Asking without a session would only bring the answer that there is none, for ever.
    if (context.session.current?.signedIn !== true) {
      fill(place, signInFirst());
      return;
    }
    try {
      const devices = await context.api.get<Devices>('/devices', {}, asked.signal);
      fill(place, devices.links.length === 0 ? empty('This server takes in no devices', h('p', null, devices.reason ?? '')) : ways(devices));
    } catch (error) {
      if (!isAbort(error)) {
        fill(place, problemBox(error, () => void load()));
      }
    }
  };
  const unlisten = context.session.listen(() => void load());
  void load();
  return { title: 'Connect a device', element: place, dispose: () => (unlisten(), asked.abort()) };
}

function signInFirst(): HTMLElement {
  return empty('The link for devices is for who is signed in', h('p', null, 'Whoever has it can be a runner here.'), h('a', { class: 'button primary', href: hrefOf({ page: 'sign-in' }, { back: hrefOf({ page: 'devices' }) }) }, 'Sign in'));
}

function ways({ links, runs, fingerprint }: Devices): Child {
  const outside = links.filter((link) => !link.local);
  return [
    h('p', null, 'Open the link in any browser of any device: a phone, a tablet, another computer. While its page is open and in front, the device is a runner: it runs ', h('strong', null, runs.join(', ')), ' in its browser, and its results come into the matrix under its name, with a report of their own.'),
    outside.length === 0 && thisMachineOnly(),
    links.some((link) => !link.secure) && h('div', { class: 'notice' }, h('p', null, 'By plain http, browsers allow WebGPU, WebNN and wasm threads on this machine only. Other devices will have wasm on one thread.'), commandLine('bascule serve --host 0.0.0.0 --https')),
    h('div', { class: 'tiles' }, links.map(way)),
    fingerprint !== null && h('p', null, 'The certificate is self-made, so that the browser warns once. Go on if it shows this SHA-256 fingerprint: ', h('code', null, fingerprint)),
  ];
}

function thisMachineOnly(): HTMLElement {
  return h('div', { class: 'notice' }, h('p', null, h('strong', null, 'This server listens on this machine only.'), ' Other devices of the network reach it if it is started like this:'), commandLine('bascule serve --host 0.0.0.0 --https'));
}

function way({ url, local, secure, code }: DeviceLink): HTMLElement {
  return h(
    'section',
    { class: 'card padded' },
    h('h2', null, local ? 'From this machine' : url.includes('[') ? 'From the network, by IPv6' : 'From the network'),
    // A phone could scan a link to this machine, but not follow it.
    !local && qrCode(code, 'The link as a QR code'),
    commandLine(url, 'Link'),
    h('p', { class: 'soft hint' }, secure ? 'Browsers allow WebGPU, WebNN and wasm threads here.' : 'Plain http: no WebGPU, no WebNN, wasm on one thread.'),
    h('p', null, h('a', { class: 'button', href: url, target: '_blank', rel: 'noopener' }, 'Open in this browser')),
  );
}
