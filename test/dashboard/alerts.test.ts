import { describe, expect, it } from 'vitest';
import { countOf, seenOf, usualOf } from '../../src/dashboard/alerts/alert-words.ts';
import { formatAlertsView, parseAlertsView } from '../../src/dashboard/alerts/alerts-view.ts';
import { type MarkedAlert, noticedOf, stripMarks } from '../../src/dashboard/alerts/strip-marks.ts';

const TODAY = '2026-03-15';

function alertAt(at: string): MarkedAlert {
  return {
    ...{ id: at, kind: 'SURGE', at, until: null, state: 'ONGOING', subjectKind: 'BOT', subject: 'GPTBot' },
    ...{ eventType: 'BOT', unit: 'COUNT', seen: 1, usual: [], title: 'title', detail: 'detail', site: null },
  };
}

describe('the marks above the lanes', () => {
  const starts = ['2026-03-01', '2026-03-02', '2026-03-03', '2026-03-04'].map(
    (day) => `${day}T00:00:00.000Z`,
  );
  const chart = { starts, x: (index: number) => index * 20, apart: 27 };

  it('stand at the day of the last hour that an alert is about, and at that of a note', () => {
    const note = { id: 'note_1', date: '2026-03-04', text: 'x', by: null };
    const marks = stripMarks({ alerts: [alertAt('2026-03-02T00:00:00.000Z')], notes: [note] }, chart);
    expect(marks.map(({ index, alerts, notes }) => [index, alerts.length, notes.length])).toEqual([
      [0, 1, 0],
      [3, 0, 1],
    ]);
  });

  it('are one where they are nearer than a mark is wide', () => {
    const days = ['2026-03-01', '2026-03-02', '2026-03-03'].map((day) => alertAt(`${day}T12:00:00.000Z`));
    const marks = stripMarks({ alerts: days, notes: null }, chart);
    expect(marks.map(({ index, alerts }) => [index, alerts.length])).toEqual([
      [0, 2],
      [2, 1],
    ]);
  });

  it('are none of what lies before the chart', () => {
    const alerts = [alertAt('2026-02-20T00:00:00.000Z')];
    expect(stripMarks({ alerts, notes: [] }, chart)).toEqual([]);
  });
});

describe('what was noticed', () => {
  const pageOf = (count: number, hasNextPage: boolean) => ({
    nodes: Array.from({ length: count }, () => alertAt('2026-03-02T00:00:00.000Z')),
    pageInfo: { hasNextPage },
  });

  it('is not known where it is not read, refused or not shared', () => {
    const unknown = { alerts: null, hasMore: false, notes: null };
    expect([undefined, null, {}, { alerts: null, notes: null }].map(noticedOf)).toEqual(
      Array(4).fill(unknown),
    );
    expect(noticedOf({ notes: [] })).toEqual({ ...unknown, notes: [] });
  });

  it('is counted, and said to be more where there is another page', () => {
    const words = [pageOf(0, false), pageOf(1, false), pageOf(100, false), pageOf(100, true)].map(
      (alerts) => {
        const { hasMore } = noticedOf({ alerts });
        return countOf(alerts.nodes, 'alert', hasMore);
      },
    );
    expect(words).toEqual(['0 alerts', '1 alert', '100 alerts', '100+ alerts']);
  });
});

describe('the URL of a list of alerts', () => {
  it('has the kind and the state, and drops what is neither', () => {
    const view = parseAlertsView(new URLSearchParams('range=30d&kind=new-bot&state=ongoing'), TODAY);
    expect(view).toMatchObject({ kind: 'NEW_BOT', state: 'ONGOING', hourly: false });
    expect(formatAlertsView(view)).toBe('?kind=new-bot&state=ongoing');
    const wrong = parseAlertsView(new URLSearchParams('kind=x&state=expected'), TODAY);
    expect([wrong.kind, wrong.state]).toEqual([undefined, 'EXPECTED']);
  });
});

describe('what was seen', () => {
  it('is said in its unit, beside what is usual', () => {
    expect(seenOf({ unit: 'COUNT', seen: 1412 })).toBe('1,412');
    expect(usualOf({ unit: 'COUNT', usual: [240, 1310] })).toBe('240 to 1,310');
    expect(seenOf({ unit: 'SHARE', seen: 0.586 })).toBe('58%');
    expect(usualOf({ unit: 'SHARE', usual: [0, 0] })).toBe('0%');
    expect(usualOf({ unit: 'COUNT', usual: [] })).toBeUndefined();
  });
});
