import type { NewEvent } from '../../src/domain/event.ts';
import type { Plan } from '../../src/domain/plan.ts';
import type { TestGateway } from '../support/gateway.ts';
import { botVisit, conversion, record, referral } from '../support/makers.ts';
import { type Caller, makeCaller } from '../rest/support.ts';

/** An account with a key and one site, which exports the events of that site. */
export type Exporter = Caller & {
  /** The response to a path below `/export/sites/{siteId}/`, nothing of it read. */
  readonly open: (file: string, headers?: Readonly<Record<string, string>>) => Promise<Response>;
  /** The text of a file. */
  readonly text: (file: string) => Promise<string>;
  readonly record: (events: readonly NewEvent[]) => Promise<void>;
};

export async function makeExporter(gateway: TestGateway, plan: Plan = 'pro'): Promise<Exporter> {
  const caller = await makeCaller(gateway, plan);
  const open: Exporter['open'] = (file, headers = {}) =>
    gateway.fetch(
      new Request(`http://site-traffic.test/export/sites/${caller.site.id}/${file}`, {
        headers: { authorization: `Bearer ${caller.key}`, ...headers },
      }),
    );
  return {
    ...caller,
    open,
    text: async (file) => (await open(file)).text(),
    record: (events) => record(gateway.db, caller.site, events),
  };
}

/** What a reader of CSV, of lines, or of a spreadsheet may take for something else. */
const HOSTILE = [
  `=cmd|' /C calc'!A0`,
  '+1',
  '-2+3',
  '@SUM(1)',
  '\tx',
  '\rx',
  '\nx',
  '＝1',
  'a "quoted" word',
  'two\r\nlines',
  'a,b;c',
  "'=1",
  '\u2028\u0085\ufeff',
  'émoji 👩‍👩‍👧 日本語',
  ' ',
];

/** As many events as asked for, of all types, three to a millisecond, hostile in every text. */
export function mixedEvents(count: number): readonly NewEvent[] {
  return Array.from({ length: count }, (_, n) => {
    const at = new Date(Date.parse('2026-03-15T10:00:00Z') - Math.floor(n / 3) * 997).toISOString();
    const text = HOSTILE[n % HOSTILE.length] ?? '';
    const common = { pagePath: `/${n % 7}${text}`, country: n % 2 ? 'DE' : 'XX' };
    if (n % 5 === 0) return conversion(at, { ...common, eventName: text, eventValue: n % 2 ? null : -n / 8 });
    if (n % 5 === 1) return referral(at, { ...common, source: text });
    return botVisit(at, { ...common, botName: text, botCompany: text });
  });
}

/** The events of all pages of the events endpoint. */
export async function listAll({ ask }: Exporter, query: string): Promise<Record<string, unknown>[]> {
  const events: Record<string, unknown>[] = [];
  for (let cursor = ''; ;) {
    const { body } = await ask(`events?limit=700&${query}${cursor}`);
    events.push(...body.events);
    if (body.next_cursor === null) return events;
    cursor = `&cursor=${body.next_cursor}`;
  }
}
