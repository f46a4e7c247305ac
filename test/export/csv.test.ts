import { expect, it } from 'vitest';
import type { StoredEvent } from '../../src/domain/event.ts';
import { csvRow } from '../../src/wire/csv.ts';

function cellOf(eventName: string): string {
  const event = {
    id: 1,
    type: 'conversion',
    pagePath: '/',
    country: 'DE',
    createdAtMs: 0,
    eventName,
    eventValue: 1,
  };
  const [, cell = ''] = /Z,,,,(.*),1,,,,,\r\n$/s.exec(csvRow(event as unknown as StoredEvent)) ?? [];
  return cell;
}

it.each([
  ['a;=1+1', "a;'=1+1"],
  [';=1', ";'=1"],
  ['a; =1', "a;' =1"],
  ['a\t-1', "a\t'-1"],
  ['a;b;@c;＝d', "a;b;'@c;'＝d"],
  ['a;"=1"', `"a;'""=1"""`],
  ['=1;=2', "'=1;'=2"],
  ['a;b=1', 'a;b=1'],
  ['a=1', 'a=1'],
])('the text %j lets no cell be a formula, also where ";" or tabs separate: %s', (text, cell) => {
  expect(cellOf(text)).toBe(cell);
});
