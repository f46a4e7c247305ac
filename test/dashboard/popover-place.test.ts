import { expect, it } from 'vitest';
import { placeOf } from '../../src/dashboard/parts/popover-place.ts';

const at = (top: number, left = 100) => ({ top, bottom: top + 40, left, right: left + 100 });

it.each([
  ['below its button', { top: 60, height: 300, of: 900 }, { top: 106, maxHeight: 782 }],
  [
    'below, and scrolls, if there is more of it',
    { top: 60, height: 5000, of: 900 },
    { top: 106, maxHeight: 782 },
  ],
  ['above, where there is no room below', { top: 800, height: 300, of: 900 }, { top: 494, maxHeight: 782 }],
  ['above, and scrolls', { top: 700, height: 5000, of: 900 }, { top: 12, maxHeight: 682 }],
  ['below, if little is enough', { top: 700, height: 130, of: 900 }, { top: 746, maxHeight: 142 }],
  ['over its button in a low window', { top: 80, height: 300, of: 360 }, { top: 30, maxHeight: 336 }],
  ['over it in a window that is lower', { top: 118, height: 420, of: 225 }, { top: 12, maxHeight: 201 }],
])('a popover stands %s', (_, { top, height, of }, place) => {
  const size = { popover: { width: 200, height }, window: { width: 600, height: of } };
  expect(placeOf({ button: at(top), ...size, alignsRight: false })).toEqual({ ...place, left: 100 });
});

it.each([
  ['at the left edge of its button', 100, false, 100],
  ['at the right edge', 300, true, 200],
  ['within the window on the left', 20, true, 12],
  ['within the window on the right', 480, false, 388],
])('it stands %s', (_, left, alignsRight, shown) => {
  const size = { popover: { width: 200, height: 300 }, window: { width: 600, height: 900 } };
  expect(placeOf({ button: at(60, left), ...size, alignsRight }).left).toBe(shown);
});
