import type { Problem } from '../answers/problem.ts';
import type { FrameFragment } from '../generated/graphql.ts';
import { Frame } from './frame.tsx';

export function MissingScreen() {
  return (
    <Frame title="No such page">
      <section class="sheet">
        <div class="blank">
          <h1>There is no such page</h1>
          <p>The address may be incomplete.</p>
          <div class="acts">
            <a class="btn primary" href="/">
              Go to your sites
            </a>
          </div>
        </div>
      </section>
    </Frame>
  );
}

/** Whether the site of the page is unknown, or belongs to someone else. */
export const isNoSite = (problem: Problem | undefined): boolean =>
  problem?.kind === 'refused' && problem.code === 'SITE_NOT_FOUND';

/** In place of a screen of a site. */
export function NoSite({ frame }: { readonly frame: FrameFragment | undefined }) {
  return (
    <Frame title="No such site" frame={frame}>
      <section class="sheet">
        <div class="blank" role="alert">
          <h1>There is no such site in your account</h1>
          <p>It may have been deleted, or it belongs to another account.</p>
          <div class="acts">
            <a class="btn primary" href="/">
              All sites
            </a>
          </div>
        </div>
      </section>
    </Frame>
  );
}
