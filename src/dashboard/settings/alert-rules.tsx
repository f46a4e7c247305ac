import { useChange } from '../answers/use-change.ts';
import { KIND_NAMES, inUrl } from '../alerts/alerts-view.ts';
import { type Sensitivity, SetAlertRuleDocument, type SiteAlertSettingsQuery } from '../generated/graphql.ts';
import { alertsPath } from '../links.ts';
import { formatCount } from '../numbers.ts';
import { ChangeNote } from '../parts/form-dialog.tsx';

type Rule = NonNullable<NonNullable<SiteAlertSettingsQuery['site']>['alertRules']>[number];

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

/** How sensitive each kind of alert of a site is. */
export function AlertRules({ siteId, rules, onDone }: RulesProps) {
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
