import type { LinkListener } from '../protocol/link';

/** Passes everything on, and leaves when the link has ended: for a browser in which nobody else can close the page. */
export function leavingAtEnd(listener: LinkListener, leave: () => void): LinkListener {
  return {
    onSession: () => listener.onSession(),
    onMessage: (message) => listener.onMessage(message),
    onTensor: (frame) => listener.onTensor(frame),
    onStatus: (text) => listener.onStatus(text),
    onEnd: (reason) => {
      listener.onEnd(reason);
      leave();
    },
  };
}

/** Closes the page; where a browser does not let it, lets go of all that the page holds. */
export function closePage(): void {
  close();
  setTimeout(() => location.replace('about:blank'), 500);
}
