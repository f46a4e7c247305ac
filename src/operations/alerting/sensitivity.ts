import type { AlertKind, Mute, Sensitivity } from '../../domain/alert.ts';
import type { PresenceRule } from '../../statistics/presence.ts';
import type { Rules } from '../../statistics/finding.ts';
import type { SurgeRule } from '../../statistics/surge.ts';

/** How sensitive a site's alerts of each kind are; `normal` for those that are missing. */
export type Sensitivities = ReadonlyMap<AlertKind, Sensitivity>;

/** What an owner has decided about the alerts of a site. */
export type Decided = { readonly sensitivities: Sensitivities; readonly mutes: readonly Mute[] };

export const NOTHING_DECIDED: Decided = { sensitivities: new Map(), mutes: [] };

type Steps<Rule> = Readonly<Record<Sensitivity, Rule | undefined>>;

const SURGE: Steps<SurgeRule> = {
  off: undefined,
  low: { chance: 1e-9, times: 5 },
  normal: { chance: 1e-7, times: 2.5 },
  high: { chance: 1e-5, times: 2 },
};
const SILENCE: Steps<number> = { off: undefined, low: 1e-7, normal: 1e-5, high: 1e-3 };
const ERRORS: Steps<number> = { off: undefined, low: 1e-8, normal: 1e-6, high: 1e-4 };
const IMPOSTORS: Steps<SurgeRule> = {
  off: undefined,
  low: { chance: 1e-9, times: 10 },
  normal: { chance: 1e-7, times: 5 },
  high: { chance: 1e-5, times: 2.5 },
};
const SOURCE_SILENCE: Steps<PresenceRule> = {
  off: undefined,
  low: { times: 3, chance: 1e-7 },
  normal: { times: 2, chance: 1e-5 },
  high: { times: 1.5, chance: 1e-4 },
};
const NEW_BOT: Steps<number> = { off: undefined, low: 20, normal: 3, high: 1 };

export function sensitivityOf(sensitivities: Sensitivities, kind: AlertKind): Sensitivity {
  return sensitivities.get(kind) ?? 'normal';
}

/** What counts as unusual of a site's series. */
export function rulesOf(sensitivities: Sensitivities): Rules {
  return {
    surge: SURGE[sensitivityOf(sensitivities, 'surge')],
    silence: SILENCE[sensitivityOf(sensitivities, 'silence')],
    errors: ERRORS[sensitivityOf(sensitivities, 'errors')],
    impostors: IMPOSTORS[sensitivityOf(sensitivities, 'impostors')],
  };
}

/** What counts as silence of a source. */
export function presenceRuleOf(sensitivities: Sensitivities): PresenceRule | undefined {
  return SOURCE_SILENCE[sensitivityOf(sensitivities, 'silence')];
}

/** How many visits a new bot has at least, if none of them is signed or verified. */
export function leastVisitsOf(sensitivities: Sensitivities): number | undefined {
  return NEW_BOT[sensitivityOf(sensitivities, 'new-bot')];
}

/** Whether a subject raises nothing of a kind. */
export function isMuted(
  { mutes }: Decided,
  { kind, subjectKind, subject }: Pick<Mute, 'subjectKind' | 'subject'> & { readonly kind: AlertKind },
  atMs: number,
): boolean {
  return mutes.some(
    (mute) =>
      mute.subjectKind === subjectKind &&
      mute.subject === subject &&
      (mute.kind === null || mute.kind === kind) &&
      (mute.untilMs === null || mute.untilMs > atMs),
  );
}
