import type { Alert, AlertSubject } from '../../domain/alert.ts';
import { DAY_MS, HOUR_MS } from '../../domain/time.ts';
import type { LeftOut } from '../../statistics/hourly.ts';
import type { Found, Rules } from '../../statistics/finding.ts';
import { type KnownGate, type SeriesJudge, createSeriesJudge } from '../../statistics/series-judge.ts';
import { type Span, UNUSUAL_KINDS, type UnusualKind, ongoingKinds } from '../../statistics/spans.ts';
import { type Decided, isMuted, rulesOf } from './sensitivity.ts';
import { type SiteSeries, keyOf } from './site-series.ts';

/** What is unusual of a series of a site. */
export type Finding = Found & {
  readonly series: SiteSeries;
  /** All that it is about. */
  readonly subjects: readonly string[];
};

/** What the judgement needs to know of an alert. */
export type KnownAlert = Pick<
  Alert,
  'kind' | 'subjectKind' | 'subject' | 'fromMs' | 'untilMs' | 'expectedAtMs'
>;

export type Judged<Known> = {
  readonly begun: readonly Finding[];
  readonly over: readonly { readonly alert: Known; readonly untilMs: number }[];
};

export type SiteJudge = {
  /**
   * Judges the hours up to one. `longest`: how many hours before it may be looked at; `isLast`: whether a silence is looked
   * for, which shows only in the last hour that is known.
   */
  judge<Known extends KnownAlert>(
    until: number,
    known: readonly Known[],
    decided: Decided,
    options?: { readonly longest?: number | undefined; readonly isLast?: boolean },
  ): Judged<Known>;
  /** What is known of each series, for the next time. */
  remember(until: number, known: readonly KnownAlert[]): readonly Remembered[];
};

/** What is known of a series. */
export type Remembered = KnownGate & { readonly key: string; readonly silentAt: number };

/** What an owner expects raises nothing for so long. */
const EXPECTED_MS = 28 * DAY_MS;
/** Two that begin within this time are one happening. */
const SAME_HOURS = 24;
/** So many bots at once are raised together. */
const MANY_BOTS = 3;

export function createSiteJudge(
  series: readonly SiteSeries[],
  gaps: LeftOut,
  gates: ReadonlyMap<string, KnownGate> = new Map(),
): SiteJudge {
  const byKey = new Map(series.map((each) => [keyOf(each), each]));
  const companyOf = (bot: string) => byKey.get(keyOf({ subjectKind: 'bot', subject: bot }))?.companies[0];
  const judges = new Map<SiteSeries, SeriesJudge>(
    series.map((each) => [each, createSeriesJudge(each, gaps, gates.get(keyOf(each)))]),
  );

  /** When an alert that goes on was over; undefined if it still goes on. */
  function endOf(alert: KnownAlert, until: number, known: readonly KnownAlert[]): number | undefined {
    const { kind, subjectKind, subject } = alert;
    if (alert.untilMs !== null || !isOfSeries(subjectKind) || !isUnusual(kind)) return undefined;
    const each = byKey.get(keyOf({ subjectKind, subject }));
    const judge = each && judges.get(each);
    if (each === undefined || judge === undefined) return until;
    const from = alert.fromMs / HOUR_MS;
    const span = { kind, from, until: undefined, isUsual: false, isOwn: true };
    if (!judge.isOver(span, until, spansOf(each, known, companyOf))) return undefined;
    return kind === 'silence' ? firstVisit(each, from, until) : until;
  }

  return {
    judge(until, known, decided, { longest, isLast = true } = {}) {
      const over = known.flatMap((alert) => {
        const end = endOf(alert, until, known);
        return end === undefined ? [] : [{ alert, untilMs: end * HOUR_MS }];
      });
      const endOfAlert = new Map<KnownAlert, number>(over.map(({ alert, untilMs }) => [alert, untilMs]));
      const now = known.map((alert) => ({ ...alert, untilMs: endOfAlert.get(alert) ?? alert.untilMs }));
      const rules = rulesOf(decided.sensitivities);
      const found = [...judges].flatMap(([each, judge]) =>
        judge
          .begun(until, spansOf(each, now, companyOf), rulesFor(each, rules, isLast), longest)
          .map((one): Finding => ({ ...one, series: each, subjects: [each.subject] })),
      );
      const once = UNUSUAL_KINDS.flatMap((kind) => raiseOnce(kind, found, now, companyOf));
      return { over, begun: once.filter((one) => !isUnwanted(one, now, decided, until * HOUR_MS)) };
    },
    remember(until, known) {
      return [...judges].map(([each, judge]) => {
        const spans = spansOf(each, known, companyOf);
        const isSilent = each.subjectKind !== 'bot' || ongoingKinds(spans).has('silence');
        const silentAt = isSilent ? Infinity : judge.silentAt(until, spans);
        return { key: keyOf(each), ...judge.gate(until, spans), silentAt };
      });
    },
  };
}

/** A bot that comes no more is silent; a company, or all, are so if their bots are. Visitors that are sent only surge. */
function rulesFor({ subjectKind }: SiteSeries, rules: Rules, isLast: boolean): Rules {
  const silence = subjectKind === 'bot' && isLast ? rules.silence : undefined;
  return subjectKind === 'source'
    ? { surge: rules.surge, silence: undefined, errors: undefined, impostors: undefined }
    : { ...rules, silence };
}

/** The hours in which something was unusual of the series, of its parts, or of what it is a part of. */
function spansOf(each: SiteSeries, known: readonly KnownAlert[], companyOf: CompanyOf): readonly Span[] {
  return known.flatMap((alert): readonly Span[] => {
    if (!isUnusual(alert.kind)) return [];
    const isOwn = alert.subjectKind === each.subjectKind && alert.subject === each.subject;
    if (!isOwn && (alert.kind === 'silence' || !overlaps(each, alert, companyOf))) return [];
    return [
      {
        kind: alert.kind,
        from: alert.fromMs / HOUR_MS,
        until: alert.untilMs === null ? undefined : alert.untilMs / HOUR_MS,
        isUsual: alert.expectedAtMs !== null,
        isOwn,
      },
    ];
  });
}

/** The company of a bot of the site. */
type CompanyOf = (bot: string) => string | undefined;

/** Whether the alert is about bots, and the series has some of them. */
function overlaps(each: SiteSeries, { subjectKind, subject }: KnownAlert, companyOf: CompanyOf): boolean {
  if (each.eventType !== 'bot') return false;
  if (subjectKind === 'all-bots' || each.subjectKind === 'all-bots') return subjectKind !== 'source';
  if (subjectKind === 'company') return each.companies.includes(subject);
  if (subjectKind !== 'bot') return false;
  return each.subjectKind === 'bot' ? each.subject === subject : companyOf(subject) === each.subject;
}

/**
 * One finding for one happening: a bot explains its company and all bots; several bots that begin together are their company,
 * or all bots.
 */
function raiseOnce(
  kind: UnusualKind,
  found: readonly Finding[],
  known: readonly KnownAlert[],
  companyOf: CompanyOf,
): readonly Finding[] {
  const ofKind = found.filter((one) => one.kind === kind);
  const by = (subjectKind: SiteSeries['subjectKind']) =>
    ofKind.filter(({ series }) => series.subjectKind === subjectKind);
  const ongoing = known.filter((alert) => alert.kind === kind && alert.untilMs === null);
  const isRaised = ({ series, from }: Finding) =>
    ongoing.some(
      (alert) =>
        alert.subjectKind !== 'bot' &&
        overlaps(series, alert, companyOf) &&
        Math.abs(alert.fromMs / HOUR_MS - from) < SAME_HOURS,
    );
  const bots = by('bot').filter((bot) => !isRaised(bot));
  const [all] = by('all-bots');
  const companiesOf = (some: readonly Finding[]) => new Set(some.flatMap(({ series }) => series.companies));
  if (all !== undefined && bots.length >= MANY_BOTS && companiesOf(bots).size > 1)
    return [together(all, bots), ...by('source')];
  const companies = by('company').flatMap((company) => {
    const some = bots.filter(({ series }) => series.companies.includes(company.series.subject));
    if (some.length > 1) return [together(company, some)];
    const isExplained =
      some.length === 1 || ongoing.some((alert) => overlaps(company.series, alert, companyOf));
    return isExplained ? [] : [company];
  });
  const raisedCompanies = companiesOf(companies);
  const alone = bots.filter(
    ({ series }) => !series.companies.some((company) => raisedCompanies.has(company)),
  );
  const explainAll =
    alone.length > 0 || companies.length > 0 || ongoing.some(({ subjectKind }) => subjectKind !== 'source');
  return [...alone, ...companies, ...(all === undefined || explainAll ? [] : [all]), ...by('source')];
}

function together(whole: Finding, parts: readonly Finding[]): Finding {
  return {
    ...whole,
    subjects: parts.toSorted((a, b) => b.seen - a.seen).map(({ series }) => series.subject),
  };
}

function isUnwanted(
  { kind, series }: Finding,
  known: readonly KnownAlert[],
  decided: Decided,
  atMs: number,
): boolean {
  const { subjectKind, subject } = series;
  if (isMuted(decided, { kind, subjectKind, subject }, atMs)) return true;
  return known.some(
    (alert) =>
      alert.kind === kind &&
      alert.subjectKind === subjectKind &&
      alert.subject === subject &&
      alert.expectedAtMs !== null &&
      atMs - alert.expectedAtMs < EXPECTED_MS,
  );
}

function firstVisit({ visits, first }: SiteSeries, from: number, until: number): number {
  for (let hour = from; hour < until; hour++) if ((visits[hour - first] ?? 0) > 0) return hour;
  return until;
}

function isUnusual(kind: string): kind is UnusualKind {
  return (UNUSUAL_KINDS as readonly string[]).includes(kind);
}

function isOfSeries(kind: AlertSubject): kind is SiteSeries['subjectKind'] {
  return kind === 'bot' || kind === 'company' || kind === 'all-bots' || kind === 'source';
}
