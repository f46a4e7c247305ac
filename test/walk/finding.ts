/** Something that is wrong. */
export type Found = {
  readonly what: string;
  /** Where there may be many. */
  readonly example?: string;
};

/** Something that is wrong with a screen. */
export type Finding = Found & {
  readonly screen: string;
  /** The width at which it is seen, or the width and height, or how the page was used. */
  readonly at: string;
};

type Row = { readonly screen: string; readonly what: string; readonly examples: Map<string, Set<string>> };

/** Findings of the same kind of a screen are one row, with all sizes at which they are seen, and an example. */
export function tableOf(findings: readonly Finding[]): string {
  const rows = new Map<string, Row>();
  for (const { screen, at, what, example = '' } of findings) {
    const key = JSON.stringify([screen, what]);
    const row = rows.get(key) ?? { screen, what, examples: new Map<string, Set<string>>() };
    row.examples.set(at, (row.examples.get(at) ?? new Set()).add(example));
    rows.set(key, row);
  }
  return ['| screen | at | what |', '|---|---|---|', ...[...rows.values()].map(lineOf)].join('\n');
}

/** The most at one size say how many there are: at another they may be the same. */
function lineOf({ screen, what, examples }: Row): string {
  const most = [...examples.values()].reduce((one, other) => (other.size > one.size ? other : one));
  const [first = ''] = most;
  const more = most.size > 1 ? `, and ${most.size - 1} more` : '';
  const shown = first === '' ? what : `${what}: ${first}${more}`;
  return `| ${screen} | ${[...examples.keys()].join(', ')} | ${escaped(shown)} |`;
}

const escaped = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', '\\n');
