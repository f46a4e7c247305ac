import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';

/** The site that the page shows. */
export const siteId = new URLSearchParams(window.location.search).get('site') ?? '';

type PageProps = {
  readonly name: string;
  readonly botVisits: number | undefined;
  readonly paths: readonly string[];
  readonly more: (() => void) | false;
};

export function Page({ name, botVisits, paths, more }: PageProps): ReactNode {
  return (
    <main>
      <h1>{name}</h1>
      <p>{botVisits} bot visits</p>
      <ol>
        {paths.map((path) => (
          <li key={path}>{path}</li>
        ))}
      </ol>
      {more && <button onClick={more}>More</button>}
    </main>
  );
}

export function show(page: ReactNode): void {
  const root = document.getElementById('root');
  if (root) createRoot(root).render(page);
}
