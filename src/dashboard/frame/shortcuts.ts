/** Whether single keys do something; they do unless the reader turned them off in this browser. */
export function areShortcutsOn(): boolean {
  try {
    return localStorage.getItem('shortcuts') !== 'off';
  } catch {
    return true;
  }
}

/** Turns the shortcuts on or off, and returns what holds: a browser that keeps nothing keeps them on. */
export function keepShortcuts(areOn: boolean): boolean {
  try {
    if (areOn) localStorage.removeItem('shortcuts');
    else localStorage.setItem('shortcuts', 'off');
  } catch {
    // they stay on
  }
  return areShortcutsOn();
}

/** Whether a key is pressed by itself, and not to write something or within a dialog, and shortcuts are on. */
export function isShortcut({ ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  const isBusy = target instanceof Element && target.closest('input, select, textarea, dialog') !== null;
  return areShortcutsOn() && !ctrlKey && !metaKey && !altKey && !isBusy;
}
