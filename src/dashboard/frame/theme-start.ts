// Runs before the first paint, so that a chosen theme does not flash. It is a script of its own: it imports nothing.
try {
  const kept = localStorage.getItem('theme');
  if (kept !== null) document.documentElement.dataset['theme'] = kept;
} catch {
  // the browser keeps nothing: the theme is the system's
}
