import { useEffect, useRef, useState } from 'preact/hooks';
import { useChange } from '../answers/use-change.ts';
import { type DigestPeriod, SendDigestDocument, SetDigestDocument } from '../generated/graphql.ts';
import { BusyButton, ChangeNote } from '../parts/form-dialog.tsx';
import { readableName } from '../parts/name-text.ts';
import { Sheet } from '../parts/sheet.tsx';
import { nowMs } from '../time/days.ts';
import type { OwnChannel } from './channel-words.ts';
import { type DigestTimes, HOURS, WEEKDAYS, takersOf, wordsOfDigest, wordsOfNext } from './digest-words.ts';

type Props = {
  /** Undefined while it loads, null if it was refused. */
  readonly digest: DigestTimes | null | undefined;
  readonly channels: readonly OwnChannel[];
  readonly onDone: () => void;
};

/** When the digest is sent, a preview of it, and a button that sends it now. */
export function Digest({ digest, channels, onDone }: Props) {
  return (
    <Sheet title="Digest" hint="One message for all sites" height={260}>
      {digest && (
        <div class="pad stack digest">
          <Times digest={digest} onDone={onDone} />
          <SendNow takers={takersOf(channels)} onDone={onDone} />
        </div>
      )}
    </Sheet>
  );
}

const PERIODS: readonly (readonly [DigestPeriod | null, string])[] = [
  [null, 'Off'],
  ['WEEKLY', 'Weekly'],
  ['MONTHLY', 'Monthly'],
];

type TimesProps = Pick<Props, 'onDone'> & { readonly digest: DigestTimes };

function Times({ digest, onDone }: TimesProps) {
  const { shown, problem, choose } = useTimes(digest, onDone);
  const { every, weekday, hour } = shown;
  return (
    <>
      {problem && <ChangeNote problem={problem} />}
      <div>
        <span class="label">How often</span>
        <div class="seg" role="group" aria-label="How often">
          {PERIODS.map(([period, name]) => (
            <button
              key={name}
              type="button"
              aria-pressed={period === every}
              onClick={() => period !== every && choose({ every: period })}
            >
              {name}
            </button>
          ))}
        </div>
      </div>
      {every !== null && (
        <div class="pair">
          {every === 'WEEKLY' ? (
            <Pick
              label="Day"
              options={WEEKDAYS}
              at={weekday - 1}
              choose={(at) => choose({ weekday: at + 1 })}
            />
          ) : (
            <div class="field">
              <span>Day</span>
              <span class="first-of">The first of the month</span>
            </div>
          )}
          <Pick label="Hour, UTC" options={HOURS} at={hour} choose={(at) => choose({ hour: at })} />
        </div>
      )}
      {every !== null && <p class="hint">{wordsOfNext(shown, nowMs())}</p>}
    </>
  );
}

/** The times that are shown: what was chosen last, until it is saved. One choice is saved after the other. */
function useTimes(digest: DigestTimes, onDone: () => void) {
  const { problem, send } = useChange(SetDigestDocument);
  const [chosen, setChosen] = useState<DigestTimes>();
  const waiting = useRef<DigestTimes>();
  const isSaving = useRef(false);
  useEffect(() => {
    if (!isSaving.current) setChosen(undefined);
  }, [digest]);
  const shown = chosen ?? digest;
  const take = () => {
    const { current } = waiting;
    waiting.current = undefined;
    return current;
  };
  const save = async () => {
    if (isSaving.current) return;
    isSaving.current = true;
    for (let next = take(); next; next = take()) {
      const { every, weekday, hour } = next;
      const saved = await send({ every, weekday, hour });
      // another choice may have come in between
      setChosen((last) => (last === next ? saved?.setDigest : last));
    }
    isSaving.current = false;
    onDone();
  };
  const choose = (change: Partial<DigestTimes>) => {
    const wanted = { ...shown, ...change, nextAt: null };
    waiting.current = wanted;
    setChosen(wanted);
    void save();
  };
  return { shown, problem, choose };
}

type PickProps = {
  readonly label: string;
  readonly options: readonly string[];
  /** Which one is chosen. */
  readonly at: number;
  readonly choose: (at: number) => void;
};

const Pick = ({ label, options, at, choose }: PickProps) => (
  <label class="field">
    <span>{label}</span>
    <select class="input" value={at} onChange={({ currentTarget }) => choose(currentTarget.selectedIndex)}>
      {options.map((option, place) => (
        <option key={option} value={place} selected={place === at}>
          {option}
        </option>
      ))}
    </select>
  </label>
);

type SendProps = Pick<Props, 'onDone'> & { readonly takers: readonly OwnChannel[] };

/** How the digest that was just sent went: the channels that it was sent to, and what came of each. */
type Went = { readonly takers: readonly OwnChannel[]; readonly words: readonly string[] };

function SendNow({ takers, onDone }: SendProps) {
  const { isBusy, problem, send } = useChange(SendDigestDocument);
  const [went, setWent] = useState<Went>();
  const sendNow = async () => {
    if (isBusy) return;
    const sent = await send({});
    setWent(sent && { takers, words: wordsOfDigest(sent.sendDigest, nowMs()) });
    onDone();
  };
  return (
    <>
      <p class="hint">
        {takers.length === 0 ? (
          'No channel takes it: add one that does, or choose “Change” in the menu of a channel.'
        ) : (
          <>
            To{' '}
            {takers.map(({ id, name }, at) => (
              <>
                {at > 0 && ', '}
                <bdi key={id}>{readableName(name)}</bdi>
              </>
            ))}
            .
          </>
        )}
      </p>
      {problem && <ChangeNote problem={problem} />}
      <div class="acts-l">
        <a class="btn small" href="/digest/preview" target="_blank" rel="noopener">
          Preview<span class="sr"> of the digest, in a new tab</span>
        </a>
        {takers.length > 0 && (
          <BusyButton
            class="btn quiet small"
            act={['Send now', 'Sending…']}
            isBusy={isBusy}
            onClick={() => void sendNow()}
          />
        )}
        <div role="status">{went && !isBusy && <Outcomes {...went} />}</div>
      </div>
    </>
  );
}

const Outcomes = ({ takers, words }: Went) => (
  <ul class="went">
    {words.map((each, at) => (
      <li key={at}>
        <bdi>{readableName(takers[at]?.name ?? '')}</bdi>: {each}
      </li>
    ))}
  </ul>
);
