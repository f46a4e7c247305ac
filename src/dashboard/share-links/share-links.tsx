import { useRoute } from 'preact-iso';
import { useState } from 'preact/hooks';
import { useAnswer } from '../answers/use-answer.ts';
import { nowMs } from '../clock.ts';
import { Frame } from '../frame/frame.tsx';
import { NoSite, isNoSite } from '../frame/missing.tsx';
import { ShareLinksDocument } from '../generated/graphql.ts';
import { Icon } from '../parts/icon.tsx';
import { ProblemNote } from '../parts/note.tsx';
import { Sheet } from '../parts/sheet.tsx';
import { useSignInFirst } from '../sign-in/use-sign-in-first.ts';
import { dayOf } from '../time/days.ts';
import { LinkTable } from './link-table.tsx';
import { NewLink, RevokeLink } from './link-dialogs.tsx';
import type { Link, SharedSite } from './own.ts';

type Deed = { readonly kind: 'new' } | { readonly kind: 'revoke'; readonly link: Link };

/** The links with which others view a site. */
export function ShareLinks() {
  const id = useRoute().params['siteId'] ?? '';
  const [deed, setDeed] = useState<Deed>();
  const { read, problem, askAgain } = useAnswer(ShareLinksDocument, { id });
  useSignInFirst(read, problem);
  const site = read?.data.site ?? undefined;
  const links = site?.shareLinks;
  if (isNoSite(problem)) return <NoSite frame={read?.data} />;
  const revoke = (link: Link) => {
    // when a link was last used decides whether to revoke it
    askAgain();
    setDeed({ kind: 'revoke', link });
  };
  return (
    <Frame title="Share links" siteId={id} frame={read?.data}>
      <Head domain={site?.domain} onNew={() => setDeed({ kind: 'new' })} />
      {problem && <ProblemNote problem={problem} askAgain={askAgain} />}
      <Sheet
        title="Share links"
        hint="They show counts, bots, sources, pages and countries, but no single events and nothing of your account."
      >
        {links && <LinkTable links={links} today={dayOf(nowMs())} revoke={revoke} />}
      </Sheet>
      {deed && site && (
        <DeedDialog deed={deed} site={site} onDone={askAgain} onClosed={() => setDeed(undefined)} />
      )}
    </Frame>
  );
}

function Head({ domain, onNew }: { readonly domain: string | undefined; readonly onNew: () => void }) {
  return (
    <div class="head">
      <div>
        <h1>{domain ?? 'Share links'}</h1>
        <p class="sub">Links that show its overview to anybody who has them, without signing in</p>
      </div>
      <div class="controls">
        <button class="btn primary" onClick={onNew}>
          <Icon name="plus" />
          New link
        </button>
      </div>
    </div>
  );
}

type DeedProps = {
  readonly deed: Deed;
  readonly site: SharedSite;
  readonly onDone: () => void;
  readonly onClosed: () => void;
};

function DeedDialog({ deed, site, ...dialog }: DeedProps) {
  if (deed.kind === 'new') return <NewLink {...dialog} site={site} />;
  // what was read last of the link
  const link = site.shareLinks?.find(({ id }) => id === deed.link.id) ?? deed.link;
  return <RevokeLink {...dialog} link={link} />;
}
