import { h } from 'preact';
import { describe, expect, it } from 'vitest';
import { csvOf, csvText } from '../../src/dashboard/parts/csv.ts';
import { csvRow } from '../../src/wire/csv.ts';

const NAMES = ['=1+1', '@x', '-1', '＝1', '\tx', 'a;=1', 'say "no", then', 'two\nlines', '+', "it's", ''];

type Row = { readonly name: string; readonly company: string; readonly count: number };

const ROWS: readonly Row[] = [
  { name: 'GPTBot', company: 'OpenAI', count: 42731 },
  { name: '/a%20b', company: '=HYPERLINK("x")', count: 7 },
  { name: 'not in the document', company: 'A, B', count: 1 },
];

describe('a table as a file', () => {
  it('has what the exports of the service have in place of formulas, and their quotes', () => {
    const byService = NAMES.map((name) =>
      csvRow({
        ...{ id: 1, siteId: 's', type: 'bot', country: null, createdAtMs: 0 },
        ...{ pagePath: '/', botName: 'b', botCompany: name, status: null, bytes: null, verdict: 'unknown' },
      } as unknown as Parameters<typeof csvRow>[0]),
    );
    const row = byService.map((line, at) => line.includes(csvText([['b', NAMES[at]]]).slice(0, -2)));
    expect(row).toEqual(NAMES.map(() => true));
  });

  it('has all rows and then the sums, by the heads of the columns, with plain values', () => {
    const csv = csvOf<Row>({
      columns: [
        {
          head: 'Bot',
          cell: () => h('i', {}),
          text: { Bot: (row) => row.name, Company: (row) => row.company },
        },
        { head: 'Visits', isPicture: true, cell: () => 'a bar' },
        { cell: ({ count }) => count.toLocaleString('en-US') },
        { head: 'Bytes', cell: () => '–' },
      ],
      rows: ROWS.slice(0, 2),
      rowsInFile: ROWS,
      rest: { name: '2 more', cells: ['', '1,234,567', false] },
      foot: [{ name: 'Total', cells: ['', 12, null] }],
    });
    expect(csv).toBe(
      [
        'Bot,Company,Visits,Bytes',
        'GPTBot,OpenAI,42731,',
        '/a%20b,"\'=HYPERLINK(""x"")",7,',
        'not in the document,"A, B",1,',
        '2 more,,1234567,',
        'Total,,12,',
        '',
      ].join('\r\n'),
    );
  });
});
