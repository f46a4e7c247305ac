import { areShortcutsOn } from './shortcuts.ts';

/** Whether a key is pressed by itself, and not to write something or within a dialog, and shortcuts are on. */
export function isShortcut({ ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  const isBusy = target instanceof Element && target.closest('input, select, textarea, dialog') !== null;
  return areShortcutsOn() && !ctrlKey && !metaKey && !altKey && !isBusy;
}
