import { useEffect, useState } from 'preact/hooks';
import { ask } from '../answers/ask.ts';
import { NewestVisitDocument, type NewestVisitQuery } from '../generated/graphql.ts';
import { addDays, dayOf, nowMs } from '../time/days.ts';

type Site = NonNullable<NewestVisitQuery['site']>;

type Event = NonNullable<Site['events']>['nodes'][number];

export type Visit = Event & { readonly __typename: 'BotVisit' };

const isVisit = (event: Event): event is Visit => event.__typename === 'BotVisit';

/** How far back it may be, as a log that is recorded now may be of last month. */
const DAYS = 30;

type Recorded = { readonly id: string; readonly events: number };

/** The newest visit of a bot, each time that a source has recorded more; undefined as long as it has recorded nothing. */
export function useNewestVisit(siteId: string, source: Recorded | undefined): Visit | undefined {
  const [visit, setVisit] = useState<Visit>();
  useEffect(() => {
    setVisit(undefined);
  }, [siteId, source?.id]);
  useEffect(() => {
    if (!source) return undefined;
    let isWanted = true;
    const end = dayOf(nowMs());
    void ask(NewestVisitDocument, { id: siteId, start: addDays(end, -DAYS), end }).then(({ data }) => {
      if (isWanted && data) setVisit(data.site?.events?.nodes.find(isVisit));
    });
    return () => {
      isWanted = false;
    };
  }, [siteId, source?.id, source?.events]);
  return visit;
}
