import { Icon } from '../parts/icon.tsx';
import { readableName } from '../parts/name-text.ts';
import { overviewPath } from '../links.ts';
import { type Day, formatDay } from '../time/days.ts';
import { type Alert, mutedOf } from './alert-words.ts';

/** What a reader may do about an alert. */
export type AlertActs = {
  readonly markExpected: (alert: Alert, expected: boolean) => void;
  /** For so many days; undefined until it is unmuted. */
  readonly mute: (alert: Alert, days: number | undefined) => void;
  readonly addNote: (alert: Alert) => void;
};

type Props = { readonly alert: Alert; readonly today: Day; readonly acts: AlertActs };

/** The day of the last hour that an alert is about. */
export const dayOfAlert = ({ at }: Pick<Alert, 'at'>): Day =>
  new Date(Date.parse(at) - 1).toISOString().slice(0, 10);

const MUTES = [
  { days: 7, words: 'for 7 days' },
  { days: 30, words: 'for 30 days' },
  { days: undefined, words: 'until I unmute it' },
];

export function AlertMenu({ alert, today, acts }: Props) {
  const id = `act-${alert.id}`;
  return (
    <>
      <button class="btn quiet icon" popovertarget={id} aria-label={`What to do about: ${alert.title}`}>
        <Icon name="more" />
      </button>
      <div popover="auto" id={id} class="menu left">
        <Deeds {...{ id, alert, today, acts }} />
        <Mutes {...{ id, alert, acts }} />
      </div>
    </>
  );
}

const hide = (id: string) => ({ popovertarget: id, popovertargetaction: 'hide' }) as const;

function Deeds({ id, alert, today, acts }: Props & { readonly id: string }) {
  const { site, state } = alert;
  const day = dayOfAlert(alert);
  const isExpected = state === 'EXPECTED';
  return (
    <ul>
      {site && (
        <li>
          <a href={`${overviewPath(site.id)}?start=${day}&end=${day}&by=hour`}>
            <span class="tick">
              <Icon name="go" />
            </span>
            <span>
              See the day<small>{formatDay(day, today)} by hour</small>
            </span>
          </a>
        </li>
      )}
      <li>
        <button {...hide(id)} onClick={() => acts.markExpected(alert, !isExpected)}>
          <span class="tick">
            <Icon name="tick" />
          </span>
          <span>
            {isExpected ? 'Not expected' : 'As expected'}
            <small>{isExpected ? 'It may be raised again' : 'Planned, or normal from now on'}</small>
          </span>
        </button>
      </li>
      {site && (
        <li>
          <button {...hide(id)} onClick={() => acts.addNote(alert)}>
            <span class="tick">
              <Icon name="note" />
            </span>
            Add a note to the day
          </button>
        </li>
      )}
    </ul>
  );
}

function Mutes({ id, alert, acts }: Omit<Props, 'today'> & { readonly id: string }) {
  const muted = mutedOf(alert);
  if (muted === undefined) return null;
  return (
    <>
      <hr />
      <ul aria-label={`Mute ${muted} on this site`}>
        {MUTES.map(({ days, words }) => (
          <li key={words}>
            <button {...hide(id)} onClick={() => acts.mute(alert, days)}>
              <span class="tick" />
              <span>
                Mute <bdi>{readableName(muted)}</bdi> {words}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
