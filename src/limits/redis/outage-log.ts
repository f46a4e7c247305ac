import type { Logger } from 'pino';
import type { RedisAddress } from '../../settings/redis-url.ts';

/** Logs one line when Redis goes away, and one when it is back; and at most one a minute of scripts that fail in it. */
export type OutageLog = {
  /** Redis failed. */
  away(cause: unknown): void;
  /** Redis answered. */
  connected(): void;
  /** A script has an error, which is ours: Redis is there. */
  scriptFailed(cause: unknown): void;
};

const FAULT_EVERY_MS = 60_000;

export function createOutageLog(
  address: RedisAddress,
  log: Pick<Logger, 'info' | 'warn' | 'error'>,
): OutageLog {
  let isAway = false;
  let faultMs = -Infinity;
  let faults = 0;
  return {
    away(cause) {
      if (isAway) return;
      isAway = true;
      const reason = reasonOf(cause, address);
      log.warn({ reason }, 'Redis is unreachable: limits are counted in this process only');
    },
    connected() {
      const redis = address.nodes.map(({ host, port }) => `${host}:${port}`);
      log.info(
        { redis },
        isAway ? 'Redis is back: limits are shared again' : 'limits are shared through Redis',
      );
      isAway = false;
    },
    scriptFailed(cause) {
      faults += 1;
      if (performance.now() - faultMs < FAULT_EVERY_MS) return;
      faultMs = performance.now();
      const reason = reasonOf(cause, address);
      log.error(
        { reason, times: faults },
        'a script failed in Redis: this process decided by its own counts',
      );
      faults = 0;
    },
  };
}

/** Why Redis failed, without the secrets: servers that do not know AUTH repeat its arguments in their error. */
export function reasonOf(cause: unknown, { password, sentinelPassword }: RedisAddress): string {
  const { message, code } = cause as { readonly message?: string; readonly code?: string };
  const told = [message, code].find((text) => text !== undefined && text !== '') ?? 'unknown';
  const withoutArguments = told.replace(/,? with args.*$/s, '');
  return [password, sentinelPassword].reduce<string>(
    (text, secret) => (secret === undefined ? text : text.replaceAll(secret, '***')),
    withoutArguments,
  );
}
