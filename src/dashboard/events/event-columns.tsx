import { UNKNOWN, formatShortValue } from '../numbers.ts';
import { type EventKind, Mark } from '../parts/mark.tsx';
import { readableName } from '../parts/name-text.ts';
import { Path } from '../parts/path.tsx';
import type { Column } from '../parts/table.tsx';
import { Value } from '../parts/value.tsx';
import type { EventsEvent } from './use-question.ts';

const KINDS: Readonly<
  Record<EventsEvent['__typename'], { readonly kind: EventKind; readonly name: string }>
> = {
  BotVisit: { kind: 'bot', name: 'Bot visit' },
  Referral: { kind: 'ref', name: 'Referral' },
  Conversion: { kind: 'con', name: 'Conversion' },
};

/** Which column names the row: Who. */
export const NAME_AT = 2;

/** What the list shows of an event. The style sheet places each cell by its class, as narrow pages make a grid of a row. */
export const EVENT_COLUMNS: readonly Omit<Column<EventsEvent>, 'cellClass' | 'text'>[] = [
  {
    ...{ head: 'Time', class: 't' },
    cell: ({ createdAt }) => (
      <>
        {createdAt.slice(11, 19)}
        <i>{createdAt.slice(19, 23)}</i>
      </>
    ),
  },
  {
    ...{ head: 'Type', class: 'y' },
    cell: ({ __typename }) => (
      <span>
        <Mark kind={KINDS[__typename].kind} />
        <span class="word">{KINDS[__typename].name}</span>
      </span>
    ),
  },
  {
    ...{ head: 'Who', class: 'w' },
    title: (event) => {
      const { name, by, verdict } = whoOf(event);
      return [name, by, verdict].filter(Boolean).join(', ');
    },
    cell: (event) => <Who {...whoOf(event)} />,
  },
  {
    ...{ head: 'Page', class: 'p' },
    cell: ({ pagePath }) => <Path path={pagePath} />,
  },
  {
    ...{ head: 'Status', class: 's num' },
    cell: (event) => event.__typename !== 'Conversion' && (event.status ?? UNKNOWN),
  },
  { head: 'Country', class: 'f', cell: ({ country }) => country },
  {
    ...{ head: 'Value', class: 'v num' },
    cell: (event) =>
      event.__typename === 'Conversion' &&
      (event.eventValue === null ? UNKNOWN : <Value value={event.eventValue} />),
  },
];

const shortValue = (value: number | null) => (value === null ? UNKNOWN : formatShortValue(value));

type WhoProps = {
  readonly name: string;
  readonly title?: string;
  readonly by?: string;
  readonly verdict?: string | undefined;
  /** For narrow pages, which have no column for it. */
  readonly value?: string;
};

function Who({ name, title, by, verdict, value }: WhoProps) {
  return (
    <>
      <bdi class="name" title={title}>
        {name}
      </bdi>
      {value && (
        <span class="by narrow" aria-hidden="true">
          {value}
        </span>
      )}
      {by && <bdi class="by">{by}</bdi>}
      {verdict && <span class="by">{verdict}</span>}
    </>
  );
}

/** Whether the visit came from an address of the operator, where that is known. */
const VERDICTS = {
  SIGNED: undefined,
  VERIFIED: 'verified',
  OUTSIDE: 'outside its ranges',
  NO_LIST: undefined,
  UNKNOWN: undefined,
};

type BotVisit = Extract<EventsEvent, { readonly __typename: 'BotVisit' }>;

const AGAINST = 'against robots.txt';

/** What is said of the visit beside whose it is. */
function wordsOf(event: BotVisit): Pick<WhoProps, 'by' | 'verdict'> {
  const { verdict, ...proof } = proofOf(event);
  const words = [event.obedience === 'AGAINST' && AGAINST, verdict].filter(Boolean).join(', ');
  return { ...proof, verdict: words || undefined };
}

/** Who is behind the visit, and what shows it. A signer of the bot's own company stands for that. */
function proofOf({ botCompany, verdict, signature, signer }: BotVisit): Pick<WhoProps, 'by' | 'verdict'> {
  const by = readableName(botCompany);
  if (signer !== null) {
    const signed = `signed by ${readableName(signer)}`;
    return verdict === 'SIGNED' ? { by: signed } : { by, verdict: signed };
  }
  const isInvalid = signature === 'EXPIRED' || signature === 'INVALID';
  return { by, verdict: isInvalid ? 'signature not valid' : VERDICTS[verdict] };
}

function whoOf(event: EventsEvent): WhoProps {
  switch (event.__typename) {
    case 'BotVisit':
      return { name: readableName(event.botName), ...wordsOf(event) };
    case 'Referral':
      return { name: readableName(event.sourceName), title: `Source ${readableName(event.source)}` };
    case 'Conversion':
      return {
        name: readableName(event.eventName),
        ...(event.sentByName !== null && { by: `sent by ${readableName(event.sentByName)}` }),
        value: shortValue(event.eventValue),
      };
  }
}
