import type { AlertKind, ChannelKind } from '../generated/graphql.ts';
import { ALERT_KINDS, CHANNEL_NAMES, type ChannelSite } from './channel-words.ts';

/** What a channel sends, as it is typed. */
export type EnteredSends = {
  readonly kinds: AlertKind[];
  /** None for all. */
  readonly siteIds: string[];
  readonly digest: boolean;
};

/** A channel as it is typed. */
export type EnteredChannel = EnteredSends & {
  readonly kind: ChannelKind;
  readonly name: string;
  readonly target: string;
};

/** The text of a field of a form; empty for a box that is not checked, or that is not there. */
type TextOf = (field: string) => string;

/** The names of the boxes. */
export const ALL_KINDS = 'allKinds';
export const ALL_SITES = 'allSites';
export const DIGEST = 'digest';
export const kindBox = (kind: AlertKind): string => `kind.${kind}`;
export const siteBox = (siteId: string): string => `site.${siteId}`;

export function sendsIn(text: TextOf, sites: readonly Pick<ChannelSite, 'id'>[]): EnteredSends {
  const isChecked = (box: string) => text(box) !== '';
  return {
    kinds: ALERT_KINDS.filter((kind) => isChecked(ALL_KINDS) || isChecked(kindBox(kind))),
    siteIds: isChecked(ALL_SITES) ? [] : sites.map(({ id }) => id).filter((id) => isChecked(siteBox(id))),
    digest: isChecked(DIGEST),
  };
}

/** Without a name it is called as its kind is. */
export function channelIn(
  kind: ChannelKind,
  text: TextOf,
  sites: readonly Pick<ChannelSite, 'id'>[],
): EnteredChannel {
  return {
    kind,
    name: text('name').trim() || CHANNEL_NAMES[kind],
    target: text('target').trim(),
    ...sendsIn(text, sites),
  };
}
