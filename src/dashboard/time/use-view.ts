import { useLocation } from 'preact-iso';
import { useEffect } from 'preact/hooks';
import { nowMs } from '../clock.ts';
import { isShortcut } from '../frame/is-shortcut.ts';
import { type Day, dayOf } from './days.ts';
import { PRESETS, type Preset, type View, formatView, parseView, presetDays } from './range.ts';

type Shown = {
  readonly view: View;
  readonly today: Day;
  readonly change: (changed: Partial<View>) => void;
};

/** The days shown, which are in the URL: a change is a step in the history, and what was wrong is rewritten. */
export function useView(): Shown {
  const { url, path, route } = useLocation();
  const today = dayOf(nowMs());
  const search = new URL(url, location.origin).search;
  const view = parseView(new URLSearchParams(search), today);
  const right = formatView(view, search);
  useEffect(() => {
    if (search !== right) route(path + right, true);
  }, [search, right]);

  const change = (changed: Partial<View>) => route(path + formatView({ ...view, ...changed }, search));

  useEffect(() => {
    const presets = Object.keys(PRESETS) as Preset[];
    let before = '';
    const onKey = (event: KeyboardEvent) => {
      const isSecond = before === 'g';
      before = event.key;
      if (isSecond || !isShortcut(event)) return;
      const preset = presets.find((name) => PRESETS[name].key === event.key);
      if (preset) change(presetDays(preset, today));
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [path, right]);

  return { view, today, change };
}
