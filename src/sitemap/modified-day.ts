const DATE =
  /^(\d{4})(?:-(\d\d)(?:-(\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)? ?(Z|z|[+-](?:0\d|1[0-4]):?[0-5]\d)?)?)?)?$/;

/** What is left out begins where the rest does, and without a zone a time is UTC. */
const USUAL = ['', '01', '01', '00', '00', '00', 'Z'] as const;

/**
 * The UTC day of a date as sitemaps have it (W3C-DTF): a year, a month, a day, or a time with its zone. Undefined for what
 * is none.
 */
export function modifiedDay(text: string): string | undefined {
  const found = DATE.exec(text);
  if (found === null) return undefined;
  const partOf = (at: number) => found[at + 1] ?? USUAL[at] ?? '';
  const date = [0, 1, 2].map(partOf).join('-');
  const [time, zone] = [[3, 4, 5].map(partOf).join(':').replace(/:60$/, ':59'), partOf(6)];
  const atMs = Date.parse(`${date}T${time}Z`);
  // a day that does not exist becomes another
  if (Number.isNaN(atMs) || dayOf(atMs) !== date) return undefined;
  return dayOf(atMs - offsetMs(zone));
}

/** Undefined outside the years 1 to 9999. */
function dayOf(atMs: number): string | undefined {
  return /^(?!0000)(\d{4}-\d\d-\d\d)T/.exec(new Date(atMs).toISOString())?.[1];
}

function offsetMs(zone: string): number {
  if (zone.toUpperCase() === 'Z') return 0;
  const [hours = 0, minutes = 0] = [zone.slice(1, 3), zone.slice(-2)].map(Number);
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}
