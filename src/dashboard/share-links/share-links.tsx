import { useRoute } from 'preact-iso';
import { useState } from 'preact/hooks';
import { useAnswer } from '../answers/use-answer.ts';
import { Frame } from '../frame/frame.tsx';
import { NoSite, isNoSite } from '../frame/missing.tsx';
import { ShareLinksDocument } from '../generated/graphql.ts';
import { Domain } from '../parts/domain.tsx';
import type { ChangeProps } from '../parts/form-dialog.tsx';
import { Icon } from '../parts/icon.tsx';
import { ProblemNote } from '../parts/note.tsx';
import { Sheet } from '../parts/sheet.tsx';
import { Table } from '../parts/table.tsx';
import { useSignInFirst } from '../sign-in/use-sign-in-first.ts';
import { type Day, dayOf, formatDay, formatDays, formatLast, nowMs } from '../time/days.ts';
import { type LinkSite, NewLinkDialog, type OwnLink, RevokeLinkDialog } from './link-dialogs.tsx';

type Deed = { readonly kind: 'new' } | { readonly kind: 'revoke'; readonly link: OwnLink };

/** The links with which others view a site. */
export function ShareLinksScreen() {
  const id = useRoute().params['siteId'] ?? '';
  const [deed, setDeed] = useState<Deed>();
  const { read, problem, askAgain } = useAnswer(ShareLinksDocument, { id });
  useSignInFirst(read, problem);
  const site = read?.data.site ?? undefined;
  const links = site?.shareLinks;
  if (isNoSite(problem)) return <NoSite frame={read?.data} />;
  const revoke = (link: OwnLink) => {
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
        hint="They show counts, bots, sources, pages, countries, rules and reach, but no single events and nothing of your account."
        hasCsv
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
        <h1>{domain ? <Domain domain={domain} /> : 'Share links'}</h1>
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

type TableProps = {
  readonly links: readonly OwnLink[];
  readonly today: Day;
  readonly revoke: (link: OwnLink) => void;
};

function LinkTable({ links, today, revoke }: TableProps) {
  return (
    <Table
      class="listing"
      empty="No link yet. Make one for someone who should see this overview."
      rows={links}
      keyOf={({ id }) => id}
      columns={[
        {
          ...{ head: 'Name', cellClass: 'grow' },
          cell: ({ name }) => (
            <span class="name" title={name}>
              <bdi>{name}</bdi>
            </span>
          ),
          text: ({ name }) => name,
        },
        {
          head: 'Days shown',
          cell: (link) => shownDays(link, today),
          text: { 'First day': ({ start }) => start, 'Last day': ({ end }) => end },
        },
        {
          ...{ head: 'Made', class: 'mid', cellClass: 'dim' },
          cell: ({ createdAt }) => formatDay(createdAt.slice(0, 10), today),
          text: ({ createdAt }) => createdAt,
        },
        {
          ...{ head: 'Last used', class: 'mid', cellClass: 'dim' },
          cell: ({ lastUsedAt }) => formatLast(lastUsedAt),
          text: ({ lastUsedAt }) => lastUsedAt,
        },
        {
          ...{ head: 'Expires', class: 'mid2', cellClass: 'dim' },
          cell: ({ expiresAt }) => formatDay(expiresAt.slice(0, 10), today),
          text: ({ expiresAt }) => expiresAt,
        },
        {
          ...{ head: <span class="sr">Actions</span>, cellClass: 'num' },
          cell: (link) => (
            <button class="btn small danger" aria-label={`Revoke ${link.name}`} onClick={() => revoke(link)}>
              Revoke
            </button>
          ),
          text: {},
        },
      ]}
    />
  );
}

function shownDays({ start, end }: OwnLink, today: Day): string {
  if (start === null) return end === null ? 'All' : `Up to ${formatDay(end, today)}`;
  return end === null ? `From ${formatDay(start, today)}` : formatDays(start, end, today);
}

type DeedProps = ChangeProps & { readonly deed: Deed; readonly site: LinkSite };

function DeedDialog({ deed, site, ...dialog }: DeedProps) {
  if (deed.kind === 'new') return <NewLinkDialog {...dialog} site={site} />;
  // what was read last of the link
  const link = site.shareLinks?.find(({ id }) => id === deed.link.id) ?? deed.link;
  return <RevokeLinkDialog {...dialog} link={link} />;
}
