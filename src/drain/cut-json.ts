import { Refusal } from '../domain/refusal.ts';
import type { SenderRules } from './senders/sender.ts';
import type { Spool } from './spool.ts';

const [QUOTE, BACKSLASH, LINE_FEED] = [0x22, 0x5c, 0x0a];
const CLOSING_BRACKET = 0x5d;

/**
 * Throws OVERLOADED if the body is one JSON text, an array or the sender's envelope, whose end is missing: it was cut, and may
 * be whole the next time, as gzip data may. An array that ends as it should is whole, whatever is broken in it: some senders
 * make its records from a format string.
 */
export async function requireWholeJson(sender: SenderRules, spool: Spool): Promise<void> {
  if (await isCut(sender, spool))
    throw new Refusal('OVERLOADED', { message: 'The JSON of the batch ends too early. Send it again.' });
}

async function isCut({ isOneJson }: SenderRules, spool: Spool): Promise<boolean> {
  if (isOneJson?.(spool) !== true) return false;
  const opening = /^(?:\xEF\xBB\xBF)?\s*([[{])/.exec(spool.head.toString('latin1', 0, 1_024))?.[1];
  if (opening === undefined || (opening === '[' && spool.lastByte === CLOSING_BRACKET)) return false;
  return !(await closesFirst(spool));
}

/** Whether the first value of the text ends: others may follow it, as arrays do that stand in lines. */
async function closesFirst({ chunks }: Spool): Promise<boolean> {
  const nesting = createNesting();
  for await (const chunk of chunks()) if (nesting.closesIn(chunk)) return true;
  return false;
}

/** How braces and brackets become deeper. */
const DEEPER = new Int8Array(256);
for (const byte of Buffer.from('[{')) DEEPER[byte] = 1;
for (const byte of Buffer.from(']}')) DEEPER[byte] = -1;

/** Counts the braces and brackets that are open. A line feed, which no string has, ends one that is broken. */
function createNesting() {
  let depth = 0;
  let isInText = false;
  let isEscaped = false;

  function stepInText(byte: number): void {
    isInText = byte !== LINE_FEED && (byte !== QUOTE || isEscaped);
    isEscaped = byte === BACKSLASH && !isEscaped;
  }

  return {
    /** Whether the last of them is closed in this part of the text. */
    closesIn(part: Buffer): boolean {
      for (const byte of part) {
        if (isInText) {
          stepInText(byte);
          continue;
        }
        const deeper = DEEPER[byte] ?? 0;
        depth += deeper;
        if (deeper < 0 && depth <= 0) return true;
        isInText = byte === QUOTE;
      }
      return false;
    },
  };
}
