import { number } from './words.ts';
import type { Row } from './rows.ts';

/** What programs show beside each other without wrapping, with a margin for a mark of quotation. */
const COLUMNS = 76;

/** What is seen one by one, each with the breaks behind it that nobody sees. */
function charactersOf(text: string): readonly string[] {
  return text.match(/[^\u200b]\u200b*/gu) ?? [];
}

export function widthOf(text: string): number {
  return charactersOf(text).length;
}

/** The words in lines. The first is indented by `first`, the others by as many spaces. Too long words are divided. */
export function wrapped(text: string, first = ''): readonly string[] {
  const indent = ' '.repeat(first.length);
  const lines: string[] = [];
  let line = first;
  let isEmpty = true;
  for (const word of text.split(' ').flatMap((each) => divided(each, COLUMNS - indent.length))) {
    if (!isEmpty && widthOf(line) + 1 + widthOf(word) > COLUMNS) {
      lines.push(line.trimEnd());
      [line, isEmpty] = [indent, true];
    }
    line += isEmpty ? word : ` ${word}`;
    isEmpty = false;
  }
  return [...lines, line];
}

function divided(word: string, room: number): readonly string[] {
  if (widthOf(word) <= room) return [word];
  const characters = charactersOf(word);
  return Array.from({ length: Math.ceil(characters.length / room) }, (_, part) =>
    characters.slice(part * room, (part + 1) * room).join(''),
  );
}

/** Where the first numbers end if names are short, and how far it is from one number to the next. */
const FIRST_END = 38;
const STEP = 9;
const GAP = 3;
const INDENT = '  ';

/** A table: names to the left, numbers to the right. A name for which there is no room is cut. */
export function table(heads: readonly [string, ...string[]], rows: readonly Row[]): readonly string[] {
  const [title, ...labels] = heads;
  const widths = labels.map((label, column) => {
    const longest = Math.max(label.length, ...rows.map(({ numbers }) => number(numbers[column] ?? 0).length));
    return column === 0 ? longest + GAP : Math.max(longest + GAP, STEP);
  });
  const room = COLUMNS - INDENT.length - widths.reduce((sum, width) => sum + width, 0);
  const names = rows.map(({ name }) => INDENT + cut(name, room));
  const left = Math.max(FIRST_END - (widths[0] ?? 0), ...names.map(widthOf));
  const line = (name: string, cells: readonly string[]) =>
    name +
    ' '.repeat(left - widthOf(name)) +
    cells.map((cell, column) => cell.padStart(widths[column] ?? 0)).join('');
  return [
    line(title, labels),
    ...rows.map(({ numbers }, index) => line(names[index] ?? '', numbers.map(number))),
  ];
}

function cut(text: string, room: number): string {
  return widthOf(text) <= room
    ? text
    : `${charactersOf(text)
        .slice(0, room - 1)
        .join('')}…`;
}
