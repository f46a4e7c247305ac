import { counted } from '../../domain/counted.ts';
import { DAY_MS, formatDate } from '../../domain/time.ts';
import { openCountries } from '../../countries/open-countries.ts';
import type { Config } from '../../settings/config.ts';
import { messageOf } from '../message-of.ts';
import type { Check } from './check.ts';

/** Networks change hands: in a year, some in a hundred addresses. */
const OLD_DAYS = 365;

/** Whether the country database can be read, and how old it is. */
export async function checkCountries({ recording }: Config, nowMs: number): Promise<Check> {
  const { countryDatabaseFile: file } = recording;
  const check = 'COUNTRY_DATABASE';
  try {
    const { builtAtMs, close } = await openCountries({ file });
    close();
    return { check, ...aged(file ?? 'the installed country database', builtAtMs(), nowMs) };
  } catch (cause) {
    const reason = messageOf(cause).replace(/\.$/, '');
    return { check, state: 'problem', detail: `${reason}. A server does not start without it` };
  }
}

function aged(name: string, builtAtMs: number | null, nowMs: number): Pick<Check, 'state' | 'detail'> {
  if (builtAtMs === null) return { state: 'ok', detail: `${name} does not say when it was built` };
  const days = Math.max(0, Math.floor((nowMs - builtAtMs) / DAY_MS));
  const age = `${name} was built on ${formatDate(builtAtMs)}, ${counted(days, 'day')} ago`;
  if (days <= OLD_DAYS) return { state: 'ok', detail: age };
  return { state: 'warning', detail: `${age}; replace it, since networks change hands (docs/operating.md)` };
}
