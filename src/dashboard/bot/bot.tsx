import { useRoute } from 'preact-iso';
import { divide } from '../answers/divide.ts';
import { useAnswer } from '../answers/use-answer.ts';
import { Frame } from '../frame/frame.tsx';
import { knownSite } from '../frame/known-frame.ts';
import { NoSite, isNoSite } from '../frame/missing.tsx';
import { BotDocument } from '../generated/graphql.ts';
import { botsPath } from '../links.ts';
import { formatCount, formatShare } from '../numbers.ts';
import type { OverviewTimeseries } from '../overview/site.ts';
import { LanesSheet } from '../overview/lanes.tsx';
import { inWordsOfChart } from '../overview/too-many-points.ts';
import { Domain } from '../parts/domain.tsx';
import { readableDomain } from '../parts/domain-text.ts';
import { ShownOf } from '../parts/csv-button.tsx';
import { readableName } from '../parts/name-text.ts';
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
import { placeBeside } from './beside.ts';
import { BotReachSheet } from './bot-reach.tsx';
import { ObedienceSheet } from './obedience.tsx';
import { StatusesSheet } from './statuses.tsx';
import { BotPagesSheet } from './bot-pages.tsx';
import { KeepAwaySheet } from './keep-away.tsx';
import { type BotSite, type LoadedBot, type ProfiledBot, seriesOf } from './profile.ts';
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
  const domain = domainOf(site, siteId);
  const { ofPage, ofSheets } = divide({ problem, read }, SHEETS);
  const words = wordsOfShown({ read, isBusy, problem: ofPage }, today);
  const isFree = data?.account?.plan === 'FREE';
  if (isNoSite(problem)) return <NoSite frame={data} />;
  return (
    <Frame title={titleOf(botName, domain)} siteId={siteId} frame={data} isBusy={isBusy}>
      <div class="head">
        <Head {...{ botName, siteId, domain, words }} bot={site?.bot} search={formatView(view)} />
        <div class="controls">
          <RangePicker view={view} today={today} change={change} />
          <LengthPicker view={view} change={change} isFree={isFree} />
        </div>
      </div>
      {ofPage && <ProblemNote problem={ofPage} askAgain={askAgain} />}
      <RefusedParts problem={inWordsOfChart(ofSheets, view)} askAgain={askAgain}>
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

const domainOf = (site: BotSite | null | undefined, siteId: string) =>
  site?.domain ?? knownSite(siteId)?.domain;

const titleOf = (botName: string, domain = 'a site') =>
  `${readableName(botName)} on ${readableDomain(domain)}`;

type HeadProps = PlaceProps & { readonly botName: string; readonly words: string | undefined };

function Head({ botName, words, ...place }: HeadProps) {
  const name = readableName(botName);
  return (
    <div>
      <h1 class="clip" title={name}>
        <bdi>{name}</bdi>
      </h1>
      <p class="sub">
        {words && `${words}. `}
        <Place {...place} />
      </p>
    </div>
  );
}

type PlaceProps = {
  readonly siteId: string;
  readonly domain: string | undefined;
  readonly bot: LoadedBot;
  readonly search: string;
};

/** The way back, and whose bot it is. */
function Place({ siteId, domain, bot, search }: PlaceProps) {
  return (
    <>
      <a href={`/sites/${siteId}${search}`}>{domain ? <Domain domain={domain} /> : 'Overview'}</a>
      <span aria-hidden="true"> › </span>
      <a href={botsPath(siteId) + search}>Bots</a>
      {bot?.botCompany && (
        <>
          , <bdi>{readableName(bot.botCompany)}</bdi>
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
  if (site && bot?.firstSeenAt === null) {
    return <Unknown domain={site.domain} ofBots={botsPath(site.id) + search} />;
  }
  const shown = { bot, today };
  const links = { siteId: site?.id ?? '', search };
  return (
    <ShownOf.Provider value={{ domain: site?.domain, start: view.start, end: view.end }}>
      <LanesSheet
        lanes={LANES}
        timeseries={bot && series(bot)}
        view={{ ...view, compare: undefined }}
        today={today}
        totalOf={() => <Visits site={site} />}
        note={site && [site.bot, site.stats].includes(null) && <RefusedPart />}
      />
      <div class="grid">
        {bot?.visits === 0 ? (
          <>
            <AboutSheet {...shown} place="c-7" />
            <div class="col c-5">
              <VerdictsSheet {...shown} coverage={coverage} place="" />
              {keepAwayOf(bot)}
            </div>
          </>
        ) : (
          <>
            <VerdictsSheet {...shown} coverage={coverage} />
            <AboutSheet {...shown} />
            <ObedienceSheet {...shown} {...links} end={view.end} />
            <BotReachSheet {...links} bot={bot} days={view} />
            <Answers bot={bot} {...links} />
          </>
        )}
      </div>
    </ShownOf.Provider>
  );
}

type AnswersProps = { readonly bot: LoadedBot; readonly siteId: string; readonly search: string };

/** What it read and what it was answered, which end together. */
function Answers({ bot, ...links }: AnswersProps) {
  const { keepAway, pages } = placeBeside({
    pages: bot?.pages.length ?? 0,
    statuses: bot?.statuses.length ?? 0,
    hasKeepAway: bot?.robotsTxt != null,
  });
  return (
    <>
      <div class="col c-7">
        <BotPagesSheet {...links} bot={bot} most={pages} />
        {keepAway === 'pages' && keepAwayOf(bot)}
      </div>
      <div class="col c-5">
        <StatusesSheet bot={bot} />
        {keepAway === 'statuses' && keepAwayOf(bot)}
      </div>
    </>
  );
}

const keepAwayOf = (bot: LoadedBot) =>
  bot?.robotsTxt && <KeepAwaySheet token={bot.robotsTxt} purpose={bot.purpose} />;

function Unknown({ domain, ofBots }: { readonly domain: string; readonly ofBots: string }) {
  return (
    <section class="sheet">
      <div class="blank">
        <h2>
          No bot of this name has visited <Domain domain={domain} />
        </h2>
        <p>
          Names are exact: upper and lower case differ. <a href={ofBots}>Bots</a> lists those that came.
        </p>
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
