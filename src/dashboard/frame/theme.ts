type Theme = 'light' | 'dark';

/** Shows the other theme. `theme-start.ts` reads what is kept here, unless it is what the system says. */
export function switchTheme(): void {
  const root = document.documentElement;
  const system: Theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  const other: Theme = (root.dataset['theme'] ?? system) === 'dark' ? 'light' : 'dark';
  root.dataset['theme'] = other;
  try {
    if (other === system) localStorage.removeItem('theme');
    else localStorage.setItem('theme', other);
  } catch {
    // it lasts until the page is left
  }
}
