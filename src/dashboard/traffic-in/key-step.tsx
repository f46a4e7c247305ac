import { useEffect, useRef } from 'preact/hooks';
import { useChange } from '../answers/use-change.ts';
import { CreateKeyDocument, type WayInQuery } from '../generated/graphql.ts';
import { BusyButton, ChangeNote } from '../parts/form-dialog.tsx';
import { Secret } from '../parts/secret-dialog.tsx';
import { dayOf, formatDay, nowMs } from '../time/days.ts';
import type { Way } from './ways/way.ts';

/** A key that the reader has just made. */
export type MadeKey = { readonly id: string; readonly text: string };

export type KnownKey = NonNullable<WayInQuery['account']>['keys'][number];

/** A way that needs a key. */
export type KeyWay = Way & { readonly scope: NonNullable<Way['scope']> };

type Props = {
  readonly way: KeyWay;
  readonly siteId: string;
  readonly made: MadeKey | undefined;
  /** A key that was made here earlier. Its text was shown once and is not stored. */
  readonly known: KnownKey | undefined;
  readonly onMade: (key: MadeKey) => void;
};

/** The step that makes a key in place. Its text is in this page only, until the page is left. */
export function KeyStep({ way, siteId, made, known, onMade }: Props) {
  return (
    <li>
      <h3>Make a key that only records to this site</h3>
      {made ? (
        <>
          <p>It is shown once. What you copy below includes it until you leave this page.</p>
          <MadeSecret text={made.text} />
        </>
      ) : (
        <>
          {known ? <Known apiKey={known} /> : <p>It is shown once. What you copy below will include it.</p>}
          <MakeKey way={way} siteId={siteId} isAnother={known !== undefined} onMade={onMade} />
        </>
      )}
    </li>
  );
}

const Known = ({ apiKey: { lastFour, createdAt } }: { readonly apiKey: KnownKey }) => (
  <p>
    You made one on {formatDay(createdAt.slice(0, 10), dayOf(nowMs()))}: <code>{`st_…${lastFour}`}</code>. Put
    it where its last letters stand below, or make another.
  </p>
);

type MakeProps = Pick<Props, 'way' | 'siteId' | 'onMade'> & { readonly isAnother: boolean };

function MakeKey({ way, siteId, isAnother, onMade }: MakeProps) {
  const { isBusy, problem, send } = useChange(CreateKeyDocument);
  const make = async () => {
    const data = await send({ name: way.name, scope: way.scope, siteId });
    if (data) onMade({ id: data.createKey.apiKey.id, text: data.createKey.key });
  };
  return (
    <>
      {problem && <ChangeNote problem={problem} />}
      <BusyButton
        class={isAnother ? 'btn' : 'btn primary'}
        act={[isAnother ? 'Make another key' : 'Make the key', 'Making…']}
        isBusy={isBusy}
        onClick={() => void make()}
      />
    </>
  );
}

/** The key, with the focus on what copies it: the button that made it is gone. */
function MadeSecret({ text }: { readonly text: string }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.querySelector('button')?.focus(), []);
  return (
    <div ref={place}>
      <Secret text={text} what="the key" />
    </div>
  );
}
