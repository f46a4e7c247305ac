const EDGE = 12;
const GAP = 6;

/** Puts each popover at its button, in browsers whose styles cannot. */
export function placePopovers(): void {
  if (CSS.supports('position-area', 'bottom')) return;
  const onToggle = ({ target }: Event) => {
    if (target instanceof HTMLElement && target.matches(':popover-open')) place(target);
  };
  // The event does not bubble.
  document.addEventListener('toggle', onToggle, true);
}

function place(popover: HTMLElement): void {
  const button = document.querySelector(`[popovertarget="${CSS.escape(popover.id)}"]`);
  if (!button) return;
  const at = button.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = popover;
  const left = popover.classList.contains('left') ? at.right - width : at.left;
  const fitsBelow = at.bottom + height + 2 * GAP <= innerHeight;
  const top = fitsBelow ? at.bottom : Math.max(0, at.top - height - 2 * GAP);
  Object.assign(popover.style, {
    ...{ inset: 'auto', top: `${top}px` },
    left: `${Math.max(EDGE, Math.min(left, innerWidth - width - EDGE))}px`,
  });
}
