const EDGE = 12;
const GAP = 6;

/** With less room than this beside its button, a popover that needs more stands over it. */
const ENOUGH = 320;

type Size = { readonly width: number; readonly height: number };

type Asked = {
  readonly button: Pick<DOMRect, 'top' | 'bottom' | 'left' | 'right'>;
  /** As large as its content makes it. */
  readonly popover: Size;
  /** Whether its right edge is at that of the button. */
  readonly alignsRight: boolean;
  readonly window: Size;
};

type Place = { readonly top: number; readonly left: number; readonly maxHeight: number };

/** Where a popover stands as `parts.css` says it: below its button, above it, or over it, and always within the window. */
export function placeOf({ button, popover, alignsRight, window }: Asked): Place {
  const left = alignsRight ? button.right - popover.width : button.left;
  return {
    ...heightsOf(button, popover.height, window.height),
    left: Math.max(EDGE, Math.min(left, window.width - popover.width - EDGE)),
  };
}

function heightsOf(button: Asked['button'], height: number, windowHeight: number): Omit<Place, 'left'> {
  const below = windowHeight - button.bottom - GAP - EDGE;
  const above = button.top - GAP - EDGE;
  const least = Math.min(height, ENOUGH);
  if (below >= least) return { top: button.bottom + GAP, maxHeight: below };
  if (above >= least) return { top: button.top - GAP - Math.min(height, above), maxHeight: above };
  const all = windowHeight - 2 * EDGE;
  return { top: Math.max(EDGE, (windowHeight - height) / 2), maxHeight: all };
}
