import type { FrameFragment } from '../generated/graphql.ts';

let known: FrameFragment | undefined;

/** What is around a screen: what it has read itself, or else what any screen has read last, as it is the same for all. */
export function knownFrame(read: FrameFragment | undefined): FrameFragment | undefined {
  if (read) known = read;
  return read ?? known;
}

/** The name and domain of a site, if they are known before anything else of it is. */
export const knownSite = (siteId: string) => known?.sites?.find(({ id }) => id === siteId);
