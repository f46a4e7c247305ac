import { type Dictionary, type Item, parseDictionary, parseItem } from 'structured-headers';

/** The members of a dictionary (RFC 9651); undefined if the text is none. */
export function dictionaryOf(text: string): Dictionary | undefined {
  return undefinedIfBad(() => parseDictionary(text));
}

/** The item that stands alone; undefined if the text is none. */
export function itemOf(text: string): Item | undefined {
  return undefinedIfBad(() => parseItem(text));
}

function undefinedIfBad<Parsed>(parse: () => Parsed): Parsed | undefined {
  try {
    return parse();
  } catch {
    return undefined;
  }
}
