import { readFileSync, readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { PAPERS, proseOf, tokensOf } from './pages.ts';

/** Words that readers stumbled over, and what to write. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:is|are|was|were|be|been|being|still|stays) away\b(?! from)/, 'unreachable'],
  [/\ba text\b/i, 'characters, a string, or what it is'],
  [/\bby (?:itself|themselves)\b/, 'on its own, without help, automatically'],
  [/\bpacked\b/, 'compressed'],
  [/\bpassed over\b/i, 'skipped'],
  [/\bfor ?ever\b/, 'indefinitely, or until when'],
  [/\bTogether\b/, 'Total, or In all'],
  [/\bin these days\b/, 'on the days shown'],
  [/\bso far as told\b/, 'as far as it is known'],
];

function stumbles(text: string): readonly string[] {
  return WORDS.flatMap(([word, better]) =>
    word.test(text) ? [`${word.exec(text)?.[0] ?? ''}: write ${better}`] : [],
  );
}

it.each(PAPERS)('%s has no word that readers stumbled over', (page) => {
  expect(stumbles(proseOf(page))).toEqual([]);
});

it.each(PAPERS)(
  '%s says what a verdict is where it speaks of one, or leads to where that is said',
  (page) => {
    const text = readFileSync(page, 'utf8');
    const speaks = /\bverdicts?\b/i.test(proseOf(page));
    expect(speaks && page !== 'docs/verification.md' && !text.includes('verification.md')).toBe(false);
  },
);

/** What people read of these folders is in their strings and elements. Comments, types and names are for us. */
const SHOWN = [
  'src/cli',
  'src/dashboard',
  'src/serving',
  'src/limits',
  'src/settings',
  'src/owner-door',
  'src/domain',
];

it.each(SHOWN)('no message in %s has one', (folder) => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.tsx?$/.test(name) && !name.includes('generated'),
  );
  const found = files.flatMap((name) => {
    const lines = readFileSync(`${folder}/${name}`, 'utf8').split('\n');
    return lines
      .filter((line) => !/^\s*(?:\/\/|\/?\*)/.test(line))
      .flatMap((line) => stumbles(shownOf(line)).map((word) => `${name}: ${word}`));
  });
  expect(found).toEqual([]);
});

/** What a line may show: its strings, or the line of text that it is within an element. */
function shownOf(line: string): string {
  if (/^\s*[A-Za-z{][^;=]*$/.test(line) && !/['"`]/.test(line)) return line.replace(/\{[^}]*\}/g, '');
  const strings = [...line.matchAll(/'[^']*'|"[^"]*"|`[^`]*`|>[^<>{}]+</g)].map(([text]) => text);
  // the name of a kind is not shown
  return strings.filter((text) => !/^'[a-z-]+'$/.test(text)).join('\n');
}

it('docs/commands.md says each default once, and shows what is JSON as it is', () => {
  const page = readFileSync('docs/commands.md', 'utf8');
  expect(page.match(/.*(\(default: [^)]*\)).*\1.*/g)).toBeNull();
  expect(page.match(/.*\{"?\w+\\_.*|^ *\{.*\\_.*/gm)).toBeNull();
});

it.each(PAPERS)('%s has no address that becomes a link to write mail', (page) => {
  expect(tokensOf(page).filter(({ type, raw }) => type === 'link' && /^\S+@\S+$/.test(raw))).toEqual([]);
});
