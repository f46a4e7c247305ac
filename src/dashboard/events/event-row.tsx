import { UNKNOWN, formatShortValue, formatValue } from '../numbers.ts';
import { type Kind, Mark } from '../parts/mark.tsx';
import type { Event } from './use-question.ts';

const KINDS: Readonly<Record<Event['__typename'], { readonly kind: Kind; readonly name: string }>> = {
  BotVisit: { kind: 'bot', name: 'Bot visit' },
  Referral: { kind: 'ref', name: 'Referral' },
  Conversion: { kind: 'con', name: 'Conversion' },
};

type Props = {
  readonly event: Event;
  /** Counted from 1, the heads included. */
  readonly row: number;
  readonly isFresh: boolean;
};

/** One event. Roles are set by hand, because narrow pages make a grid of the row. */
export function EventRow({ event, row, isFresh }: Props) {
  const { kind, name } = KINDS[event.__typename];
  return (
    <tr role="row" aria-rowindex={row} class={isFresh ? 'fresh' : undefined}>
      <td role="cell" class="t">
        {event.createdAt.slice(11, 19)}
        <i>{event.createdAt.slice(19, 23)}</i>
      </td>
      <td role="cell" class="y">
        <span>
          <Mark kind={kind} />
          <span class="word">{name}</span>
        </span>
      </td>
      <Who event={event} />
      <td role="cell" class="p" title={event.pagePath}>
        <bdi>{event.pagePath}</bdi>
      </td>
      <td role="cell" class="s num">
        {event.__typename !== 'Conversion' && (event.status ?? UNKNOWN)}
      </td>
      <td role="cell" class="f">
        {event.country}
      </td>
      {event.__typename === 'Conversion' ? (
        <td role="cell" class="v num" title={exactOf(event.eventValue)}>
          {valueOf(event.eventValue)}
        </td>
      ) : (
        <td role="cell" class="v num" />
      )}
    </tr>
  );
}

const valueOf = (value: number | null) => (value === null ? UNKNOWN : formatShortValue(value));

const exactOf = (value: number | null) => (value === null ? undefined : formatValue(value));

function Who({ event }: { readonly event: Event }) {
  const { name, by, verdict, value } = whoOf(event);
  return (
    <th scope="row" role="rowheader" class="w" title={[name, by, verdict].filter(Boolean).join(', ')}>
      <bdi class="name">{name}</bdi>
      {by && <bdi class="by">{by}</bdi>}
      {verdict && <span class="by">{verdict}</span>}
      {value && (
        <span class="by narrow" aria-hidden="true">
          {value}
        </span>
      )}
    </th>
  );
}

type WhoFacts = {
  readonly name: string;
  readonly by?: string;
  readonly verdict?: string | undefined;
  /** For narrow pages, which have no column for it. */
  readonly value?: string;
};

/** Whether the visit came from an address of the operator, where that is known. */
const VERDICTS = {
  VERIFIED: 'verified',
  OUTSIDE: 'outside its ranges',
  NO_LIST: undefined,
  UNKNOWN: undefined,
};

function whoOf(event: Event): WhoFacts {
  switch (event.__typename) {
    case 'BotVisit':
      return { name: event.botName, by: event.botCompany, verdict: VERDICTS[event.verdict] };
    case 'Referral':
      return { name: event.source };
    case 'Conversion':
      return { name: event.eventName, value: valueOf(event.eventValue) };
  }
}
