import { useLocation, useRoute } from 'preact-iso';
import { useEffect } from 'preact/hooks';
import { knownFirstDay } from '../frame/known-frame.ts';
import { isShortcut } from '../frame/shortcuts.ts';
import { type Day, dayOf, nowMs } from './days.ts';
import {
  PRESETS,
  type Bounds,
  type View,
  formatView,
  parseView,
  presetDays,
  presetsIn,
  withFirstDay,
} from './range.ts';

type Shown<Kind extends View> = {
  readonly view: Kind;
  readonly today: Day;
  /** As a step in the history, or in place of the last one. */
  readonly change: (changed: Partial<Kind>, isReplaced?: boolean) => void;
};

type Format<Kind extends View> = {
  readonly parse: (query: URLSearchParams, today: Day) => Kind;
  readonly format: (view: Kind) => string;
};

/** The days shown, within the bounds. */
export const useView = (bounds?: Bounds): Shown<View> =>
  useViewIn({ parse: (query, today) => parseView(query, today, bounds), format: formatView });

/**
 * The days shown, and whatever else of a screen is in the URL: a change is a step in the history, and what was wrong is
 * rewritten.
 */
export function useViewIn<Kind extends View>({ parse, format }: Format<Kind>): Shown<Kind> {
  const { url, path, route } = useLocation();
  const today = dayOf(nowMs());
  const search = new URL(url, location.origin).search;
  const { path: screen, params } = useRoute();
  const firstDay = knownFirstDay(params['siteId']);
  const view = withFirstDay(parse(new URLSearchParams(search), today), today, firstDay);
  const right = format(view);
  // A screen is still there while the script of the next one loads, whose URL is none of its business.
  const isHere = screen === path;
  useEffect(() => {
    if (isHere && search !== right) route(path + right, true);
  }, [isHere, search, right]);

  const change = (changed: Partial<Kind>, isReplaced = false) =>
    route(path + format({ ...view, ...changed }), isReplaced);

  useEffect(() => {
    const presets = presetsIn(today, view.bounds);
    let before = '';
    const onKey = (event: KeyboardEvent) => {
      const isSecond = before === 'g';
      before = event.key;
      if (isSecond || !isShortcut(event)) return;
      const preset = presets.find((name) => PRESETS[name].key === event.key);
      if (preset) route(path + format({ ...view, ...presetDays(preset, today, firstDay) }));
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [path, right]);

  return { view, today, change };
}
