import type { NewEvent } from '../../domain/event.ts';
import type { LogReport } from '../../logs/import-log.ts';
import { columns } from '../output.ts';

/** The first events of a log with what was read of their clients, so that a wrong column is seen before it is recorded. */
export function eventLines({ name, tally }: LogReport): readonly string[] {
  return tally.firstEvents.map(({ number, address, event }) => {
    const { createdAtMs, type, pagePath, country } = event;
    const time = new Date(createdAtMs).toISOString();
    const client = [`address ${address}`, `country ${country}`, ...verdictOf(event)];
    return columns(`${name}:${number}`, time, `${type} ${nameOf(event)}`, pagePath, ...client);
  });
}

/** The same for programs. */
export function firstEventsValue({ tally }: LogReport) {
  const events = tally.firstEvents.map(({ number, address, event }) => ({
    line: number,
    created_at: new Date(event.createdAtMs).toISOString(),
    type: event.type,
    name: nameOf(event),
    page_path: event.pagePath,
    address,
    country: event.country,
    verdict: event.type === 'bot' ? event.verdict : null,
  }));
  return { first_events: events };
}

function nameOf(event: NewEvent): string {
  switch (event.type) {
    case 'bot':
      return event.botName;
    case 'referral':
      return event.source;
    case 'conversion':
      return event.eventName;
  }
}

function verdictOf(event: NewEvent): readonly string[] {
  return event.type === 'bot' ? [`verdict ${event.verdict}`] : [];
}
