import type { RequestContext } from '../../context.ts';
import { parsePassword } from '../../domain/password.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { AccessibleSite, Site } from '../../domain/site.ts';
import { findPasswordHash, setPassword } from '../../queries/accounts.ts';
import { type ApiKey, listKeys } from '../../queries/api-keys.ts';
import { deleteInvitationOf } from '../../queries/invitations.ts';
import { deleteSessionsOf } from '../../queries/sessions.ts';
import { grantAccess, requireOwner } from '../access.ts';
import { byOwner, inAccount } from './in-account.ts';

/** Passwords that a session may try in any 60 seconds. */
const PASSWORD_TRIES = 10;

/** The address of the owner. Throws OWNER_REQUIRED. */
export function ownEmail(ctx: RequestContext): string {
  return requireOwner(ctx).email;
}

/** The keys of the account, oldest first. Throws OWNER_REQUIRED. */
export async function ownKeys(ctx: RequestContext): Promise<readonly ApiKey[]> {
  return listKeys(ctx.db, requireOwner(ctx).accountId);
}

/** A site that the owner has changed. What the request knew of it before is forgotten. */
export function changedSite({ caller, loaders }: RequestContext, site: Site): AccessibleSite {
  loaders.site.clear(site.id).prime(site.id, site);
  loaders.retentionDays.clear(site.id);
  loaders.exclusions.clear(site.id);
  return grantAccess(caller, site, 'read');
}

/**
 * Changes the password, ends all other sessions and voids the account's invitation. An account without a password needs no
 * current one. Throws WRONG_PASSWORD, also if another change of it came first, INVALID_PARAMETER, OWNER_REQUIRED,
 * OVERLOADED, and RATE_LIMITED after too many tries.
 */
export async function changeOwnPassword(
  ctx: RequestContext,
  given: { readonly current: string | undefined; readonly next: string },
): Promise<void> {
  const { accountId, sessionId } = requireOwner(ctx);
  const next = parsePassword(given.next);
  const tries = await ctx.limiter.spend(`${accountId}:owner`, 'password', PASSWORD_TRIES);
  if (!tries.granted) throw new Refusal('RATE_LIMITED', { retryAfterSeconds: tries.retryAfterSeconds });
  const by = `account ${accountId}`;
  const stored = await findPasswordHash(ctx.db, accountId);
  if (stored !== null && !(await ctx.passwords.verify(given.current ?? '', stored, by)))
    throw wrongPassword();
  const passwordHash = await ctx.passwords.hash(next, by);
  const asker = byOwner(ctx);
  await inAccount(asker, asker.own, async (tx) => {
    if ((await findPasswordHash(tx, accountId)) !== stored) throw wrongPassword();
    await deleteInvitationOf(tx, accountId);
    await setPassword(tx, accountId, passwordHash);
    await deleteSessionsOf(tx, accountId, sessionId ?? undefined);
    const line = { action: 'password.change', detail: 'all other sessions ended' };
    return { result: undefined, lines: [line] };
  });
}

function wrongPassword(): Refusal {
  return new Refusal('WRONG_PASSWORD', { clause: 'the current password is wrong' });
}
