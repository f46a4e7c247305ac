import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { isJsonObject, parseJson } from '../../domain/json.ts';
import { REFUSALS } from '../../domain/refusal.ts';
import type { Config } from '../../settings/config.ts';
import { messageOf } from '../message-of.ts';
import { adviseOnPublicUrl } from '../public-url-advice.ts';
import type { Check } from './check.ts';

const WITHIN_MS = 5_000;

/** A path that asks for an API key in words of this service, also where a proxy asks people for a password. */
const PATH = '/api/v1/sites';

/** Whether PUBLIC_URL leads to this service, or is missing where it is probably needed. */
export async function checkPublicUrl(config: Config): Promise<readonly Check[]> {
  const { publicUrl } = config;
  if (publicUrl !== undefined) return [{ check: 'PUBLIC_URL', ...(await checkAddress(publicUrl)) }];
  const advice = adviseOnPublicUrl(config);
  return advice === undefined ? [] : [{ check: 'PUBLIC_URL', state: 'warning', detail: advice }];
}

async function checkAddress(publicUrl: string): Promise<Pick<Check, 'state' | 'detail'>> {
  const hostname = new URL(publicUrl).hostname.replace(/^\[|\]$/g, '');
  const unresolved = isIP(hostname) === 0 ? await whyUnresolved(hostname) : undefined;
  if (unresolved !== undefined)
    return {
      state: 'problem',
      detail: `${hostname} cannot be resolved: ${unresolved}; correct PUBLIC_URL, or add the name to your DNS`,
    };
  const wrong = await whyNotOurs(publicUrl);
  if (wrong === undefined) return { state: 'ok', detail: `${publicUrl} leads to this service` };
  return {
    state: 'warning',
    detail: `${publicUrl} ${wrong}; check that the server and its proxy run, and that PUBLIC_URL is the address at which browsers reach them`,
  };
}

async function whyUnresolved(hostname: string): Promise<string | undefined> {
  const late = delay(WITHIN_MS, 'no answer', { ref: false });
  const found = lookup(hostname).then(
    () => undefined,
    (cause: unknown) => messageOf(cause),
  );
  return Promise.race([found, late]);
}

async function whyNotOurs(publicUrl: string): Promise<string | undefined> {
  try {
    const signal = AbortSignal.timeout(WITHIN_MS);
    const response = await fetch(publicUrl + PATH, { redirect: 'manual', signal });
    const body = parseJson(await response.text());
    if (isJsonObject(body) && String(body['code']) in REFUSALS) return undefined;
    return `does not answer as this service (status ${response.status})`;
  } catch (thrown) {
    // fetch hides the reason
    const reason = thrown instanceof Error && thrown.cause !== undefined ? thrown.cause : thrown;
    return `does not answer: ${messageOf(reason)}`;
  }
}
