import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { switchTheme } from '../frame/theme.ts';
import { PlainBrand } from '../parts/brand.tsx';
import { Icon } from '../parts/icon.tsx';
import { NotLoadedNote } from '../parts/note.tsx';

type Props = {
  readonly title: string;
  /** Whether an older answer is shown until the new one arrives. */
  readonly isBusy?: boolean;
  readonly children: ComponentChildren;
};

/** What is around the view of a share link: nothing that leads to an account. */
export function SharedFrame({ title, isBusy = false, children }: Props) {
  useEffect(() => {
    document.title = `${title} · Site Traffic`;
  }, [title]);
  return (
    <div class="shared">
      <header>
        <PlainBrand />
        <span class="tag">Read only</span>
        <button class="btn quiet icon" aria-label="Switch between light and dark" onClick={switchTheme}>
          <Icon name="theme" />
        </button>
      </header>
      <main id="main" tabIndex={-1} aria-busy={isBusy}>
        {children}
      </main>
    </div>
  );
}

export function SharedNotLoaded() {
  return (
    <SharedFrame title="Page not loaded">
      <NotLoadedNote />
    </SharedFrame>
  );
}

/** In place of a view whose link does not work, or no longer. */
export function InvalidLink() {
  return (
    <SharedFrame title="Link not valid">
      <section class="sheet">
        <div class="blank" role="alert">
          <h1>This link is not valid</h1>
          <p>It was revoked, has expired, or is incomplete. Ask whoever sent it for a new one.</p>
        </div>
      </section>
    </SharedFrame>
  );
}
