import type { FrameFragment } from '../generated/graphql.ts';
import type { FirstDay } from '../time/range.ts';

let known: FrameFragment | undefined;

/** The data of the frame, which all screens share: from the answer of this screen, or the last one that any screen read. */
export function knownFrame(read: FrameFragment | undefined): FrameFragment | undefined {
  if (read) known = read;
  return read ?? known;
}

/**
 * The day of the first event of a site, or of all sites; null without events, and undefined as long as it is not known.
 */
export function knownFirstDay(siteId: string | undefined): FirstDay {
  const sites = known?.sites;
  if (!sites) return undefined;
  const wanted = siteId === undefined ? sites : sites.filter(({ id }) => id === siteId);
  const [first = null] = wanted.flatMap(({ firstEventAt }) => firstEventAt?.slice(0, 10) ?? []).sort();
  return first;
}

/** The name and domain of a site, if they are known before anything else of it is. */
export const knownSite = (siteId: string) => known?.sites?.find(({ id }) => id === siteId);
