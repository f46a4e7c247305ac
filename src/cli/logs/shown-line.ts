import { visible } from '../../domain/visible.ts';

const SHOWN_CHARACTERS = 200;

/** The beginning of a line, of which characters that people do not see are escaped: it holds text from clients. */
export function shownLine(line: string): string {
  return visible(line.slice(0, SHOWN_CHARACTERS));
}
