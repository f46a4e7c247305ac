/** Moves the focus between the links and fields of a menu with ↑ and ↓. */
export function moveFocus(event: KeyboardEvent): void {
  const { key, target, currentTarget } = event;
  if (!['ArrowDown', 'ArrowUp'].includes(key) || !(currentTarget instanceof Element)) return;
  event.preventDefault();
  const all = [...currentTarget.querySelectorAll<HTMLElement>('input, a, button')];
  const here = all.findIndex((each) => each === target);
  all[key === 'ArrowDown' ? here + 1 : Math.max(0, here - 1)]?.focus();
}
