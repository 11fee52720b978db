/** Opens the details that a link leads to, and those around them, and moves the focus there. */
export function followLinks(): void {
  const follow = (): void => {
    const target = document.getElementById(location.hash.slice(1));
    if (target === null) {
      return;
    }
    for (let around: HTMLElement | null = target; around !== null; around = around.parentElement) {
      if (around instanceof HTMLDetailsElement) {
        around.open = true;
      }
    }
    target.scrollIntoView();
    if (target instanceof HTMLDetailsElement) {
      target.querySelector('summary')?.focus({ preventScroll: true });
    }
  };
  addEventListener('hashchange', follow);
  follow();
}
