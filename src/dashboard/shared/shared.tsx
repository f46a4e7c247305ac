import { useRoute } from 'preact-iso';
import { noticedOf } from '../alerts/strip-marks.ts';
import { divide } from '../answers/divide.ts';
import { useAnswer } from '../answers/use-answer.ts';
import { SharedOverviewDocument, SharedViewDocument, type SharedViewQuery } from '../generated/graphql.ts';
import { SHEETS, Sheets } from '../overview/sheets.tsx';
import { overviewVariables } from '../overview/site.ts';
import { inWordsOfChart } from '../overview/too-many-points.ts';
import { Domain } from '../parts/domain.tsx';
import { readableDomain } from '../parts/domain-text.ts';
import { ProblemNote } from '../parts/note.tsx';
import { RefusedParts } from '../parts/refused.tsx';
import { FIRST_DAY, type Day, dayOf, formatDay, nowMs } from '../time/days.ts';
import { type Bounds, readView } from '../time/range.ts';
import { ComparisonPicker, LengthPicker, RangePicker, nameOfBounds } from '../time/range-picker.tsx';
import { useView } from '../time/use-view.ts';
import { wordsOfShown } from '../time/words-of-shown.ts';
import { InvalidLink, SharedFrame } from './shared-frame.tsx';

type SharedView = NonNullable<SharedViewQuery['sharedView']>;

/** What is shown changes only with the plan of the owner. */
const ONCE_AN_HOUR_MS = 3_600_000;

/** The overview of a site, as a share link shows it. */
export function SharedScreen() {
  const { link } = useRoute().params;
  const { read, problem, askAgain } = useAnswer(SharedViewDocument, {}, ONCE_AN_HOUR_MS);
  const shown = read?.data.sharedView;
  if (problem?.kind === 'signed-out' || shown === null) return <InvalidLink />;
  if (shown) return <SharedOverview key={link} shown={shown} />;
  return (
    <SharedFrame title="Shared view">
      {problem ? <ProblemNote problem={problem} askAgain={askAgain} /> : <p class="say">Reading</p>}
    </SharedFrame>
  );
}

function SharedOverview({ shown }: { readonly shown: SharedView }) {
  const { domain, id } = shown.site;
  const bounds = boundsOf(shown, dayOf(nowMs()));
  const { view, today, change } = useView(bounds);
  const { read, isBusy, problem, askAgain } = useAnswer(SharedOverviewDocument, {
    ...overviewVariables(id, view),
    ...{ alerts: shown.alerts, notes: shown.notes },
  });
  const site = read?.data.site;
  const { ofPage, ofSheets } = divide({ problem, read }, SHEETS);
  if (problem?.kind === 'signed-out') return <InvalidLink />;
  return (
    <SharedFrame title={`Overview of ${readableDomain(domain)}`} isBusy={isBusy}>
      <div class="head">
        <div>
          <h1>
            <Domain domain={domain} />
          </h1>
          <p class="sub">
            {wordsOfShown({ read, isBusy, problem: ofPage }, today) ?? sharedUntil(shown, today)}
          </p>
        </div>
        <div class="controls">
          <RangePicker view={view} today={today} change={change} />
          <ComparisonPicker view={view} today={today} change={change} />
          <LengthPicker view={view} change={change} isFree={!shown.hasHours} />
        </div>
      </div>
      {ofPage && <ProblemNote problem={ofPage} askAgain={askAgain} />}
      <RefusedParts problem={inWordsOfChart(ofSheets, view)} askAgain={askAgain}>
        {site !== null && (
          <Sheets
            site={site}
            attributionFacts={shown}
            view={readView(view, read?.variables)}
            today={today}
            {...(hasStrip(shown) && { strip: noticedOf(site) })}
          />
        )}
      </RefusedParts>
    </SharedFrame>
  );
}

const hasStrip = ({ alerts, notes }: SharedView): boolean => alerts || notes;

/** Of a link with an open end, the days up to today. */
function boundsOf({ start, end }: SharedView, today: Day): Bounds {
  return { start: start ?? FIRST_DAY, end: end === null || end > today ? today : end };
}

function sharedUntil(shown: SharedView, today: Day): string {
  const expires = formatDay(shown.expiresAt.slice(0, 10), today);
  return `Shared: ${nameOfBounds(boundsOf(shown, today), today)}. The link works until ${expires}.`;
}
