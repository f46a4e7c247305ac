import { ABOVE, BELOW, BODY, LANE_COLOURS, SHADES, SMALL, type Shade } from './html-style.ts';
import { LAYOUT, escaped, span } from './html-parts.ts';
import { LANES } from './lanes.ts';
import type { DigestSite } from './content.ts';
import type { Row } from './rows.ts';
import { type Signs, changeOf, number, shortNumber } from './words.ts';

export const ARROWS: Signs = { more: '↑ ', fewer: '↓ ' };

/** From here on a row is too long for a phone: there, its cells are below each other. */
const LONG_NUMBER = 10;
const LONG_CHANGE = 20;

/** The totals of a site, and what they were before. */
export function totals({ counts, before }: Pick<DigestSite, 'counts' | 'before'>): readonly string[] {
  const lanes = LANES.map((lane) => {
    const change = changeOf(counts[lane.type], before?.[lane.type], ARROWS);
    const from = change === undefined || change.from === null ? '' : ` from&nbsp;${shortNumber(change.from)}`;
    return { ...lane, count: number(counts[lane.type]), size: change?.size ?? '', from };
  });
  const isLong = lanes.some(
    ({ count, size, from }) =>
      count.length > LONG_NUMBER || size.length + from.length > LONG_CHANGE + '&nbsp;'.length,
  );
  const stack = isLong ? ' stack' : '';
  return lanes.map(({ label, style, sign, count, size, from }, index) => {
    const cells = [
      `<td class="ink2${stack}" style="${BODY};${SHADES.ink2};padding-right:6px;white-space:nowrap"><span class="${style}" style="color:${LANE_COLOURS[style]};font-size:12px" aria-hidden="true">${sign}</span>&nbsp; ${label}</td>`,
      `<td align="right" class="ink${stack}" style="font-size:20px;line-height:24px;font-weight:600;letter-spacing:-0.3px;white-space:nowrap;${SHADES.ink}">${count}</td>`,
      size === ''
        ? ''
        : `<td align="right" width="${isLong ? 190 : 148}" class="ink3 wrap${stack}" style="${SMALL};${SHADES.ink3};padding-left:8px;white-space:nowrap">${span('ink', size, 'font-weight:600')}${from}</td>`,
    ];
    const line = index === 0 ? 'style="padding:9px 0"' : `class="line" style="padding:9px 0;${ABOVE}"`;
    return `<td ${line}><table ${LAYOUT}><tr>${cells.join('')}</tr></table></td>`;
  });
}

/** A table with a bar below each row, of its first number. Outlook drops empty cells, so each has a space. */
export function bars(heads: readonly string[], all: readonly Row[]): string {
  const most = Math.max(...all.map(({ numbers }) => numbers[0] ?? 0));
  const head = heads.map((label, index) => headCell(label, index)).join('');
  const body = all.map(({ name, numbers }) => {
    const cells = numbers.map((count, index) => numberCell(count, index === 0 ? 'ink' : 'ink3')).join('');
    const bar = `<tr><td colspan="${heads.length}" class="line" style="${BELOW};padding:0;font-size:1px;line-height:4px">${barOf(numbers[0] ?? 0, most)}</td></tr>`;
    return `<tr><th scope="row" align="left" class="ink" style="${BODY};font-weight:500;${SHADES.ink};padding:7px 0 5px;word-break:break-word">${escaped(name)}</th>${cells}</tr>${bar}`;
  });
  return `<td><table width="100%" cellpadding="0" cellspacing="0" border="0" style="border-collapse:collapse"><tr>${head}</tr>${body.join('')}</table></td>`;
}

function headCell(label: string, index: number): string {
  const [align, left] = index === 0 ? ['left', 0] : ['right', 10];
  return `<th scope="col" align="${align}" class="ink3 line" style="font-size:12px;line-height:16px;font-weight:400;${SHADES.ink3};padding:2px 0 5px ${left}px;${BELOW}">${label}</th>`;
}

function numberCell(count: number, shade: Shade): string {
  return `<td align="right" class="${shade}" style="${BODY};${SHADES[shade]};padding:7px 0 5px 10px;white-space:nowrap">${shortNumber(count)}</td>`;
}

function barOf(count: number, most: number): string {
  const width = count === 0 ? 0 : Math.max(1, Math.round((100 * count) / most));
  const cell = (percent: number, own: string) =>
    percent === 0
      ? ''
      : `<td ${own}width="${percent}%" height="4" style="height:4px;line-height:4px;font-size:1px${own === '' ? '' : `;background:${LANE_COLOURS.bot}`}">&nbsp;</td>`;
  return `<table ${LAYOUT}><tr>${cell(width, `class="bot-b" bgcolor="${LANE_COLOURS.bot}" `)}${cell(100 - width, '')}</tr></table>`;
}
