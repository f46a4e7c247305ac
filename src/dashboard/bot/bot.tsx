import { useRoute } from 'preact-iso';
import { divide } from '../answers/divide.ts';
import { useAnswer } from '../answers/use-answer.ts';
import { Frame } from '../frame/frame.tsx';
import { NoSite, isNoSite } from '../frame/missing.tsx';
import { BotDocument } from '../generated/graphql.ts';
import { formatCount, formatShare } from '../numbers.ts';
import type { OverviewTimeseries } from '../overview/site.ts';
import { LanesSheet } from '../overview/lanes.tsx';
import { ShownOf } from '../parts/csv-button.tsx';
import { ProblemNote } from '../parts/note.tsx';
import { RefusedPart, RefusedParts } from '../parts/refused.tsx';
import { PURPOSE_WORDS } from '../purposes.ts';
import { useSignInFirst } from '../sign-in/use-sign-in-first.ts';
import type { Day } from '../time/days.ts';
import { type View, formatView, readView } from '../time/range.ts';
import { LengthPicker, RangePicker } from '../time/range-picker.tsx';
import { useView } from '../time/use-view.ts';
import { wordsOfShown } from '../time/words-of-shown.ts';
import { AboutSheet } from './about.tsx';
import { StatusesSheet } from './statuses.tsx';
import { BotPagesSheet } from './bot-pages.tsx';
import { KeepAwaySheet } from './keep-away.tsx';
import { type ProfiledBot, type BotSite, seriesOf } from './profile.ts';
import { VerdictsSheet } from './verdicts.tsx';

const SHEETS = ['site.stats', 'site.coverage', 'site.bot'];

const LANES = [{ kind: 'bot', field: 'botVisits', name: 'Visits' }] as const;

/** What one bot does on a site. */
export function BotScreen() {
  const { siteId = '', botName = '' } = useRoute().params;
  const { view, today, change } = useView();
  const { start, end, hourly } = view;
  const granularity = hourly ? 'HOUR' : 'DAY';
  const asked = { id: siteId, name: botName, start, end, granularity } as const;
  const { read, isBusy, problem, askAgain } = useAnswer(BotDocument, asked);
  useSignInFirst(read, problem);
  const data = read?.data;
  const site = data?.site;
  const { ofPage, ofSheets } = divide({ problem, read }, SHEETS);
  const words = wordsOfShown({ read, isBusy, problem: ofPage }, today);
  const isFree = data?.account?.plan === 'FREE';
  if (isNoSite(problem)) return <NoSite frame={data} />;
  return (
    <Frame title={`${botName} on ${site?.domain ?? 'a site'}`} siteId={siteId} frame={data} isBusy={isBusy}>
      <div class="head">
        <Head {...{ botName, site, words }} search={formatView(view)} />
        <div class="controls">
          <RangePicker view={view} today={today} change={change} />
          <LengthPicker view={view} change={change} isFree={isFree} />
        </div>
      </div>
      {ofPage && <ProblemNote problem={ofPage} askAgain={askAgain} />}
      <RefusedParts problem={ofSheets} askAgain={askAgain}>
        {site !== null && (
          <Content
            {...{ site, today }}
            seriesOf={(bot) => seriesOf(bot, read)}
            view={readView(view, read?.variables)}
            search={formatView(view)}
          />
        )}
      </RefusedParts>
    </Frame>
  );
}

type HeadProps = PlaceProps & { readonly botName: string; readonly words: string | undefined };

function Head({ botName, words, ...place }: HeadProps) {
  return (
    <div>
      <h1 class="clip">
        <bdi>{botName}</bdi>
      </h1>
      <p class="sub">
        {words && `${words}. `}
        <Place {...place} />
      </p>
    </div>
  );
}

type PlaceProps = { readonly site: BotSite | null | undefined; readonly search: string };

function Place({ site, search }: PlaceProps) {
  if (!site) return <>Reading</>;
  const { bot } = site;
  return (
    <>
      <a href={`/sites/${site.id}${search}`}>{site.domain}</a>
      {bot?.botCompany && (
        <>
          , <bdi>{bot.botCompany}</bdi>
        </>
      )}
      {bot?.firstSeenAt && `, ${PURPOSE_WORDS[bot.purpose]}`}
    </>
  );
}

type ContentProps = {
  readonly site: BotSite | undefined;
  readonly seriesOf: (bot: ProfiledBot) => OverviewTimeseries;
  /** Of what was read. */
  readonly view: View;
  /** Of links, which lead on to the days asked for. */
  readonly search: string;
  readonly today: Day;
};

function Content({ site, seriesOf: series, view, search, today }: ContentProps) {
  const bot = site?.bot;
  const coverage = site?.coverage;
  if (bot?.firstSeenAt === null) return <Unknown domain={site?.domain ?? ''} />;
  const shown = { bot, today };
  return (
    <ShownOf.Provider value={{ domain: site?.domain, start: view.start, end: view.end }}>
      <LanesSheet
        lanes={LANES}
        timeseries={bot && series(bot)}
        coverage={coverage}
        view={{ ...view, compare: undefined }}
        today={today}
        totalOf={() => <Visits site={site} />}
        note={site && [site.bot, site.stats].includes(null) && <RefusedPart />}
      />
      <div class="grid">
        <VerdictsSheet {...shown} coverage={coverage} />
        <AboutSheet {...shown} />
        <BotPagesSheet {...shown} siteId={site?.id ?? ''} search={search} />
        <div class="col c-5">
          <StatusesSheet bot={bot} />
          {bot?.robotsTxt && <KeepAwaySheet token={bot.robotsTxt} purpose={bot.purpose} />}
        </div>
      </div>
    </ShownOf.Provider>
  );
}

function Unknown({ domain }: { readonly domain: string }) {
  return (
    <section class="sheet">
      <div class="blank">
        <h2>No bot of this name has visited {domain}</h2>
        <p>Names are exact: upper and lower case differ. The overview lists the bots that came.</p>
      </div>
    </section>
  );
}

function Visits({ site }: { readonly site: BotSite | undefined }) {
  if (!site) return <p class="big skel tall w3" />;
  const all = site.stats?.totals.botVisits;
  return (
    <>
      <p class="big">{formatCount(site.bot?.visits)}</p>
      {all !== undefined && site.bot && (
        <p class="delta">
          <b>{formatShare(site.bot.visits, all)}</b> of {formatCount(all)} bot visits
        </p>
      )}
    </>
  );
}
