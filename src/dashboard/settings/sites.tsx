import { useState } from 'preact/hooks';
import { useAnswer } from '../answers/use-answer.ts';
import { nowMs } from '../clock.ts';
import { SitesDocument } from '../generated/graphql.ts';
import { shareLinksPath } from '../links.ts';
import { formatCount } from '../numbers.ts';
import { Icon } from '../parts/icon.tsx';
import { Sheet } from '../parts/sheet.tsx';
import { type Day, dayOf, formatAgo, formatDay } from '../time/days.ts';
import type { OwnSite } from './own.ts';
import { Settings } from './settings.tsx';
import { DeleteSite, KeepEvents, NewSite, RenameSite } from './site-dialogs.tsx';

type Deed =
  { readonly kind: 'new' } | { readonly kind: 'rename' | 'keep' | 'delete'; readonly site: OwnSite };

/** The sites of the account, and what can be changed about them. */
export function Sites() {
  const [deed, setDeed] = useState<Deed>();
  const answer = useAnswer(SitesDocument, {});
  const { data } = answer.read ?? {};
  const sites = data?.sites;
  const dialog = { onDone: answer.askAgain, onClosed: () => setDeed(undefined) };
  return (
    <Settings
      title="Sites"
      sub={sites ? countSites(sites.length) : 'Reading'}
      answer={answer}
      act={
        <button class="btn primary" onClick={() => setDeed({ kind: 'new' })}>
          <Icon name="plus" />
          Add a site
        </button>
      }
    >
      <Sheet title="Your sites">{sites && <SiteTable sites={sites} choose={setDeed} />}</Sheet>
      {deed?.kind === 'new' && <NewSite {...dialog} />}
      {deed?.kind === 'rename' && <RenameSite {...dialog} site={deed.site} />}
      {deed?.kind === 'keep' && <KeepEvents {...dialog} site={deed.site} />}
      {deed?.kind === 'delete' && <DeleteSite {...dialog} site={deed.site} />}
    </Settings>
  );
}

const countSites = (count: number) => (count === 1 ? '1 site' : `${count} sites`);

type TableProps = { readonly sites: readonly OwnSite[]; readonly choose: (deed: Deed) => void };

function SiteTable({ sites, choose }: TableProps) {
  if (sites.length === 0) return <p class="say">No site yet. Add the one whose traffic you want to see.</p>;
  return (
    <table class="ledger listing">
      <thead>
        <tr>
          <th scope="col">Site</th>
          <th scope="col" class="mid">
            Id
          </th>
          <th scope="col" class="mid">
            Created
          </th>
          <th scope="col" class="mid2">
            Last event
          </th>
          <th scope="col" class="mid2">
            Events kept
          </th>
          <th scope="col" class="num">
            This month
          </th>
          <th scope="col">
            <span class="sr">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {sites.map((site) => (
          <SiteRow key={site.id} site={site} choose={choose} today={dayOf(nowMs())} />
        ))}
      </tbody>
    </table>
  );
}

type RowProps = {
  readonly site: OwnSite;
  readonly choose: (deed: Deed) => void;
  readonly today: Day;
};

function SiteRow({ site, choose, today }: RowProps) {
  const { id, name, domain, createdAt, lastEventAt, retentionDays, eventsThisMonth } = site;
  return (
    <tr>
      <th scope="row" class="grow">
        <span class="name">
          <a href={`/sites/${id}`}>{name}</a>
          <small>{domain}</small>
        </span>
      </th>
      <td class="mid">
        <code>{id}</code>
      </td>
      <td class="mid dim">{formatDay(createdAt.slice(0, 10), today)}</td>
      <td class="mid2 dim">{lastEventAt === null ? 'never' : formatAgo(Date.parse(lastEventAt), nowMs())}</td>
      <td class="mid2 dim">{formatKept(retentionDays)}</td>
      <td class="num">{formatCount(eventsThisMonth)}</td>
      <td class="num">
        <Actions site={site} choose={choose} />
      </td>
    </tr>
  );
}

function formatKept(days: number | null): string {
  if (days === null) return 'as the plan says';
  return days === 1 ? '1 day' : `${formatCount(days)} days`;
}

const ACTIONS = [
  { kind: 'rename', name: 'Rename' },
  { kind: 'keep', name: 'Change how long events are kept' },
  { kind: 'delete', name: 'Delete' },
] as const;

function Actions({ site, choose }: Omit<RowProps, 'today'>) {
  const menu = `site-actions-${site.id}`;
  return (
    <>
      <button class="btn quiet icon" popovertarget={menu} aria-label={`Change ${site.name}`}>
        <Icon name="more" />
      </button>
      <div popover="auto" id={menu} class="menu left">
        <ul>
          <li>
            <a href={`/sites/${site.id}/traffic-in`}>Get traffic in</a>
          </li>
          <li>
            <a href={shareLinksPath(site.id)}>Share links</a>
          </li>
          {ACTIONS.map(({ kind, name }) => (
            <li key={kind}>
              <button popovertarget={menu} popovertargetaction="hide" onClick={() => choose({ kind, site })}>
                {name}
              </button>
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}
