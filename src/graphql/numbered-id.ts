import { Refusal, type RefusalCode, quote } from '../domain/refusal.ts';

/** What has an id such as `key_7`: its name, and the refusal of an id that nothing has. */
const KINDS = {
  key: ['API key', 'KEY_NOT_FOUND'],
  session: ['session', 'SESSION_NOT_FOUND'],
  share: ['share link', 'SHARE_LINK_NOT_FOUND'],
  alert: ['alert', 'ALERT_NOT_FOUND'],
  note: ['note', 'NOTE_NOT_FOUND'],
  channel: ['channel', 'CHANNEL_NOT_FOUND'],
  robots: ['version of a robots.txt', 'ROBOTS_VERSION_NOT_FOUND'],
} as const satisfies Readonly<Record<string, readonly [name: string, code: RefusalCode]>>;

/** The number in an id such as `key_7`. Any other text names nothing, and is refused as the id of something deleted is. */
export function numberIn(kind: keyof typeof KINDS, id: string): number {
  const number = numberAfter(kind, id);
  if (number !== undefined) return number;
  const [name, code] = KINDS[kind];
  throw new Refusal(code, { clause: `there is no ${name} with the id ${quote(id)}` });
}

/** The number in an id such as `audit_7`; undefined for any other text. */
export function numberAfter(prefix: string, id: string): number | undefined {
  const [, found, number] = /^([a-z]+)_(\d{1,15})$/.exec(id) ?? [];
  return found === prefix ? Number(number) : undefined;
}
