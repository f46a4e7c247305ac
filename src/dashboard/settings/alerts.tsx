import { useLocation } from 'preact-iso';
import { useAnswer } from '../answers/use-answer.ts';
import { useChange } from '../answers/use-change.ts';
import { KIND_NAMES, inUrl } from '../alerts/alerts-view.ts';
import { knownFrame } from '../frame/known-frame.ts';
import {
  AlertSettingsDocument,
  type AlertSettingsQuery,
  type Sensitivity,
  SetAlertRuleDocument,
  UnmuteDocument,
} from '../generated/graphql.ts';
import { alertsPath } from '../links.ts';
import { formatCount } from '../numbers.ts';
import { Choice } from '../parts/choice.tsx';
import { ChangeNote } from '../parts/form-dialog.tsx';
import { Name } from '../parts/name.tsx';
import { Sheet } from '../parts/sheet.tsx';
import { Table } from '../parts/table.tsx';
import { dayOf, formatDay, nowMs } from '../time/days.ts';
import { SettingsFrame } from './settings.tsx';

type OwnSite = NonNullable<AlertSettingsQuery['site']>;
type Rule = NonNullable<OwnSite['alertRules']>[number];
type Mute = NonNullable<OwnSite['mutes']>[number];

/** What raises an alert on a site, and what is muted. */
export function AlertSettingsScreen() {
  const { path, route, query } = useLocation();
  const sites = knownFrame(undefined)?.sites ?? [];
  const id = query['site'] ?? sites[0]?.id ?? '';
  const answer = useAnswer(AlertSettingsDocument, { id });
  const read = answer.read?.data;
  const known = read?.sites ?? sites;
  const site = read?.site ?? undefined;
  const first = known[0];
  if (id === '' && first !== undefined) route(`${path}?site=${first.id}`, true);
  return (
    <SettingsFrame title="Alerts" sub="What raises an alert, and what does not" answer={answer}>
      <form class="filters" onSubmit={(event) => event.preventDefault()}>
        <Choice
          name="Site"
          options={known.map(({ id: value, name, domain }) => ({ value, label: name || domain }))}
          chosen={id}
          choose={(value) => route(`${path}?site=${value}`)}
        />
      </form>
      <SiteSettings site={site} onDone={answer.askAgain} />
    </SettingsFrame>
  );
}

type SiteProps = { readonly site: OwnSite | undefined; readonly onDone: () => void };

const SiteSettings = ({ site, onDone }: SiteProps) => (
  <div class="cols">
    <Sheet title="What raises an alert" hint="Normal raises about one false alarm a site and year.">
      {site?.alertRules && <Rules siteId={site.id} rules={site.alertRules} onDone={onDone} />}
    </Sheet>
    <Sheet title="Muted" hint="Mute a bot or a source in the list of alerts.">
      {site?.mutes && <Mutes siteId={site.id} mutes={site.mutes} onDone={onDone} />}
    </Sheet>
  </div>
);

const MEANINGS: Readonly<Record<Rule['kind'], string>> = {
  NEW_BOT: 'A bot not seen in 90 days',
  SURGE: 'Far more visits than usual',
  SILENCE: 'A source or a bot that stopped',
  ERRORS: 'Many more visits fail',
  IMPOSTORS: 'Visits from outside the published ranges',
  QUOTA: '80 % and 100 % of the month; of all sites',
};

const STEPS: readonly (readonly [Sensitivity, string])[] = [
  ['OFF', 'Off'],
  ['LOW', 'Low'],
  ['NORMAL', 'Normal'],
  ['HIGH', 'High'],
];

type RulesProps = {
  readonly siteId: string;
  readonly rules: readonly Rule[];
  readonly onDone: () => void;
};

function Rules({ siteId, rules, onDone }: RulesProps) {
  const { problem, isBusy, send } = useChange(SetAlertRuleDocument);
  const set = async (kind: Rule['kind'], sensitivity: Sensitivity) => {
    if (await send({ siteId, kind, sensitivity })) onDone();
  };
  return (
    <div class="alert-rules" aria-busy={isBusy}>
      {problem && <ChangeNote problem={problem} />}
      {rules.map(({ kind, sensitivity, raisedIn90Days }) => (
        <div class="alert-rule" key={kind}>
          <div>
            <b>{KIND_NAMES[kind]}</b>
            <small>{MEANINGS[kind]}</small>
            <small>
              <a href={`${alertsPath(siteId)}?range=90d&kind=${inUrl(kind)}`}>
                {formatCount(raisedIn90Days)} in 90 days
              </a>
            </small>
          </div>
          <div class="seg" role="group" aria-label={`Sensitivity of ${KIND_NAMES[kind]}`}>
            {STEPS.filter(([step]) => kind !== 'QUOTA' || step === 'OFF' || step === 'NORMAL').map(
              ([step, name]) => (
                <button
                  key={step}
                  type="button"
                  aria-pressed={step === sensitivity}
                  onClick={() => step !== sensitivity && void set(kind, step)}
                >
                  {name}
                </button>
              ),
            )}
          </div>
        </div>
      ))}
    </div>
  );
}

type MutesProps = {
  readonly siteId: string;
  readonly mutes: readonly Mute[];
  readonly onDone: () => void;
};

function Mutes({ siteId, mutes, onDone }: MutesProps) {
  const { problem, send } = useChange(UnmuteDocument);
  const today = dayOf(nowMs());
  const unmute = async ({ subjectKind, subject }: Mute) => {
    if (await send({ siteId, subjectKind, subject })) onDone();
  };
  return (
    <>
      {problem && <ChangeNote problem={problem} />}
      <Table
        class="listing"
        empty="Nothing is muted."
        rows={mutes}
        keyOf={({ subjectKind, subject, kind }) => `${subjectKind} ${subject} ${kind ?? ''}`}
        columns={[
          {
            ...{ head: 'Muted', cellClass: 'grow' },
            cell: ({ subject, kind }) => (
              <>
                <Name name={subject} />
                {kind !== null && ` (${KIND_NAMES[kind]})`}
              </>
            ),
          },
          {
            ...{ head: 'Until', cellClass: 'dim' },
            cell: ({ until }) => (until === null ? 'unmuted' : formatDay(until.slice(0, 10), today)),
          },
          {
            ...{ head: <span class="sr">Actions</span>, cellClass: 'num' },
            cell: (mute) => (
              <button
                class="btn small"
                aria-label={`Unmute ${mute.subject}`}
                onClick={() => void unmute(mute)}
              >
                Unmute
              </button>
            ),
          },
        ]}
      />
    </>
  );
}
