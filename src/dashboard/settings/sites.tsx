import { useEffect, useState } from 'preact/hooks';
import { useAnswer } from '../answers/use-answer.ts';
import { useScreen } from '../frame/use-screen.ts';
import { SitesDocument } from '../generated/graphql.ts';
import { domainToAdd, recordingPath, shareLinksPath, trafficInPath } from '../links.ts';
import { formatCount } from '../numbers.ts';
import { Icon } from '../parts/icon.tsx';
import { readableDomain } from '../parts/domain-text.ts';
import { readableName } from '../parts/name-text.ts';
import { Sheet } from '../parts/sheet.tsx';
import { Table } from '../parts/table.tsx';
import { dayOf, formatDay, formatLast, nowMs } from '../time/days.ts';
import { SettingsFrame } from './settings.tsx';
import {
  DeleteSiteDialog,
  ExclusionsDialog,
  NewSiteDialog,
  type OwnSite,
  RenameSiteDialog,
  RetentionDialog,
} from './site-dialogs.tsx';

type Deed =
  | { readonly kind: 'new'; readonly domain?: string | undefined }
  | { readonly kind: 'rename' | 'keep' | 'exclude' | 'delete'; readonly site: OwnSite };

/** The sites of the account, and what can be changed about them. */
export function SitesScreen() {
  const [deed, setDeed] = useDeed();
  const answer = useAnswer(SitesDocument, {});
  const { data } = answer.read ?? {};
  const sites = data?.sites;
  const dialog = { onDone: answer.askAgain, onClosed: () => setDeed(undefined) };
  return (
    <SettingsFrame
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
      <Sheet title="Your sites" hasCsv>
        {sites && <SiteTable sites={sites} choose={setDeed} />}
      </Sheet>
      {deed?.kind === 'new' && <NewSiteDialog {...dialog} domain={deed.domain} />}
      {deed?.kind === 'rename' && <RenameSiteDialog {...dialog} site={deed.site} />}
      {deed?.kind === 'keep' && <RetentionDialog {...dialog} site={deed.site} />}
      {deed?.kind === 'exclude' && <ExclusionsDialog {...dialog} site={deed.site} />}
      {deed?.kind === 'delete' && <DeleteSiteDialog {...dialog} site={deed.site} />}
    </SettingsFrame>
  );
}

/** What is being changed. A link from elsewhere may begin with a new site, once. */
function useDeed() {
  const { search, path, route } = useScreen();
  const [wanted] = useState(() => domainToAdd(search));
  useEffect(() => {
    if (wanted !== undefined) route(path, true);
  }, []);
  return useState<Deed | undefined>(wanted === undefined ? undefined : { kind: 'new', domain: wanted });
}

const countSites = (count: number) => (count === 1 ? '1 site' : `${count} sites`);

type TableProps = { readonly sites: readonly OwnSite[]; readonly choose: (deed: Deed) => void };

function SiteTable({ sites, choose }: TableProps) {
  const today = dayOf(nowMs());
  return (
    <Table
      class="listing"
      empty="No site yet. Add the one whose traffic you want to see."
      rows={sites}
      keyOf={({ id }) => id}
      columns={[
        {
          ...{ head: 'Site', cellClass: 'grow' },
          cell: (site) => <SiteName {...site} />,
          text: { Site: ({ name }) => name, Domain: ({ domain }) => domain },
        },
        { head: 'Id', class: 'mid', cell: ({ id }) => <code>{id}</code> },
        {
          ...{ head: 'Created', class: 'mid', cellClass: 'dim' },
          cell: ({ createdAt }) => formatDay(createdAt.slice(0, 10), today),
          text: ({ createdAt }) => createdAt,
        },
        {
          ...{ head: 'Last event', class: 'mid2', cellClass: 'dim' },
          cell: ({ lastEventAt }) => formatLast(lastEventAt),
          text: ({ lastEventAt }) => lastEventAt,
        },
        {
          ...{ head: 'Events kept', class: 'mid2', cellClass: 'dim' },
          cell: ({ retentionDays }) => formatKept(retentionDays),
        },
        {
          ...{ head: 'Dated this month', class: 'num' },
          cell: ({ eventsThisMonth }) => formatCount(eventsThisMonth),
        },
        {
          ...{ head: <span class="sr">Actions</span>, cellClass: 'num' },
          cell: (site) => <Actions site={site} choose={choose} />,
          text: {},
        },
      ]}
    />
  );
}

/** The name and the domain; once where the site has no name of its own. */
function SiteName({ id, name, domain }: OwnSite) {
  const address = readableDomain(domain);
  const isNamed = name !== domain;
  return (
    <span class="name">
      <a href={`/sites/${id}`} title={isNamed ? readableName(name) : domain}>
        <bdi>{isNamed ? readableName(name) : address}</bdi>
      </a>
      {isNamed && (
        <small title={domain}>
          <bdi>{address}</bdi>
        </small>
      )}
    </span>
  );
}

function formatKept(days: number | null): string {
  if (days === null) return 'as the plan says';
  return days === 1 ? '1 day' : `${formatCount(days)} days`;
}

const ACTIONS = [
  { kind: 'rename', name: 'Rename' },
  { kind: 'keep', name: 'Change how long events are kept' },
  { kind: 'exclude', name: 'Exclude its own traffic' },
  { kind: 'delete', name: 'Delete' },
] as const;

type ActionsProps = Pick<TableProps, 'choose'> & { readonly site: OwnSite };

function Actions({ site, choose }: ActionsProps) {
  const menu = `site-actions-${site.id}`;
  return (
    <>
      <button class="btn quiet icon" popovertarget={menu} aria-label={`Change ${site.name}`}>
        <Icon name="more" />
      </button>
      <div popover="auto" id={menu} class="menu left">
        <ul>
          <li>
            <a href={trafficInPath(site.id)}>Get traffic in</a>
          </li>
          <li>
            <a href={recordingPath(site.id)}>Recording</a>
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
