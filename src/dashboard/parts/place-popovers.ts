import { placeOf } from './popover-place.ts';

/** Puts each popover at its button, in browsers whose styles cannot. */
export function placePopovers(): void {
  if (CSS.supports('position-area', 'bottom')) return;
  const onToggle = ({ target }: Event) => {
    if (target instanceof HTMLElement && target.matches(':popover-open')) place(target);
  };
  // The event does not bubble.
  document.addEventListener('toggle', onToggle, true);
  addEventListener('resize', () => document.querySelectorAll<HTMLElement>(':popover-open').forEach(place));
}

function place(popover: HTMLElement): void {
  const button = document.querySelector(`[popovertarget="${CSS.escape(popover.id)}"]`);
  if (!button) return;
  Object.assign(popover.style, { inset: '0 auto auto 0', margin: '0', maxHeight: 'none' });
  const { top, left, maxHeight } = placeOf({
    button: button.getBoundingClientRect(),
    popover: { width: popover.offsetWidth, height: popover.offsetHeight },
    alignsRight: popover.classList.contains('left'),
    window: { width: innerWidth, height: innerHeight },
  });
  Object.assign(popover.style, { top: `${top}px`, left: `${left}px`, maxHeight: `${maxHeight}px` });
}
