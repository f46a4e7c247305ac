import type { Alert, AlertKind, AlertSubject, Mute, Sensitivity } from '../../domain/alert.ts';
import { parseInstant } from '../../domain/instant.ts';
import { Refusal, invalidParameter } from '../../domain/refusal.ts';
import { formatInstant } from '../../domain/time.ts';
import {
  OF_ACCOUNT,
  countMutes,
  deleteMutes,
  listMutes,
  saveAlertRule,
  saveMute,
} from '../../queries/alert-rules.ts';
import { findAlert, setExpected } from '../../queries/alerts.ts';
import { type Asker, type NamedAccount, inAccount } from './in-account.ts';
import { inSite } from './in-site.ts';

type GivenRule = { readonly siteId: string; readonly kind: AlertKind; readonly sensitivity: Sensitivity };

/** Sets how sensitive the alerts of a kind are. Throws SITE_NOT_FOUND, and INVALID_PARAMETER for a quota that is neither off nor normal. */
export async function setAlertRule(asker: Asker, { siteId, kind, sensitivity }: GivenRule): Promise<void> {
  if (kind === 'quota' && sensitivity !== 'off' && sensitivity !== 'normal')
    throw invalidParameter('sensitivity', sensitivity.toUpperCase(), 'OFF or NORMAL for QUOTA');
  return inSite(asker, siteId, async (tx, site) => {
    const ofAccount = kind === 'quota';
    const rule = { accountId: site.accountId, siteId: ofAccount ? OF_ACCOUNT : site.id, kind, sensitivity };
    await saveAlertRule(tx, rule);
    const where = ofAccount ? 'the account' : `${site.domain} (${site.id})`;
    const detail = `${kind} of ${where} to ${sensitivity}`;
    return { result: undefined, lines: [{ action: 'alerts.set-rule', detail }] };
  });
}

type GivenMute = {
  readonly siteId: string;
  readonly subjectKind: AlertSubject;
  readonly subject: string;
  /** Null for all kinds. */
  readonly kind: AlertKind | null;
};

const MOST_MUTES = 500;
const LONGEST_SUBJECT = 500;

/** Mutes a subject of a site, until an instant or until it is unmuted. Returns what is muted. Throws SITE_NOT_FOUND, INVALID_PARAMETER. */
export async function mute(
  asker: Asker,
  given: GivenMute & { readonly until: string | null },
): Promise<readonly Mute[]> {
  const { siteId, subjectKind, subject, kind } = given;
  const untilMs = given.until === null ? null : parseUntil(given.until, asker.nowMs);
  requireSubject(subject);
  await inSite(asker, siteId, async (tx, { id, domain }) => {
    if ((await countMutes(tx, id)) >= MOST_MUTES)
      throw invalidParameter(
        'subject',
        subject,
        `one of at most ${MOST_MUTES} that are muted; unmute one first`,
      );
    await saveMute(tx, id, { subjectKind, subject, kind, sinceMs: asker.nowMs, untilMs });
    const until = untilMs === null ? '' : ` until ${formatInstant(untilMs)}`;
    const detail = `${kind ?? 'all'} of ${subjectKind} ${subject} on ${domain} (${id})${until}`;
    return { result: undefined, lines: [{ action: 'alerts.mute', detail }] };
  });
  return listMutes(asker.db, [siteId], asker.nowMs);
}

/** Ends the mute of a kind, or all mutes of a subject. Returns what is still muted. Throws SITE_NOT_FOUND. */
export async function unmute(asker: Asker, given: GivenMute): Promise<readonly Mute[]> {
  const { siteId, subjectKind, subject, kind } = given;
  requireSubject(subject);
  await inSite(asker, siteId, async (tx, { id, domain }) => {
    await deleteMutes(tx, id, { subjectKind, subject, kind });
    const detail = `${kind ?? 'all'} of ${subjectKind} ${subject} on ${domain} (${id})`;
    return { result: undefined, lines: [{ action: 'alerts.unmute', detail }] };
  });
  return listMutes(asker.db, [siteId], asker.nowMs);
}

function requireSubject(subject: string): void {
  if (subject !== '' && subject.length <= LONGEST_SUBJECT && !/\p{Cc}/u.test(subject)) return;
  throw invalidParameter('subject', subject, `a name of one line and 1 to ${LONGEST_SUBJECT} characters`);
}

function parseUntil(given: string, nowMs: number): number {
  const untilMs = parseInstant(given);
  if (untilMs !== undefined && untilMs > nowMs) return untilMs;
  throw invalidParameter('until', given, 'an instant that is still to come, such as 2026-03-15T12:00:00Z');
}

/** Marks an alert as expected: what was seen counts as usual; or takes the mark back. Throws ALERT_NOT_FOUND. */
export async function markExpected(
  asker: Asker,
  account: NamedAccount,
  { id, expected }: { readonly id: number; readonly expected: boolean },
): Promise<Alert> {
  return inAccount(asker, account, async (tx) => {
    const alert = await findAlert(tx, id);
    if (alert?.accountId !== account.id)
      throw new Refusal('ALERT_NOT_FOUND', { clause: `there is no alert ${id}` });
    if ((alert.expectedAtMs !== null) === expected) return { result: alert, lines: [] };
    const expectedAtMs = expected ? asker.nowMs : null;
    await setExpected(tx, id, expectedAtMs);
    const detail = `alert ${id}, ${alert.title}: ${expected ? 'expected' : 'not expected'}`;
    return { result: { ...alert, expectedAtMs }, lines: [{ action: 'alerts.mark-expected', detail }] };
  });
}
