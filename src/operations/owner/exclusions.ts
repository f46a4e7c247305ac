import { counted } from '../../domain/counted.ts';
import {
  type Exclusions,
  MAX_EXCLUDED_ADDRESSES,
  MAX_EXCLUDED_PATHS,
  MAX_PATTERN_CHARACTERS,
  isPathPattern,
} from '../../domain/exclusions.ts';
import { type Sentence, invalidParameter } from '../../domain/refusal.ts';
import type { Site } from '../../domain/site.ts';
import { isNetwork } from '../../ranges/networks.ts';
import type { Asker } from './in-account.ts';
import { changeSite } from './site-changes.ts';

const NETWORK =
  'addresses such as 203.0.113.7, or networks such as 203.0.113.0/24 (/8 or longer) without bits beyond their length';
const PATTERN = 'patterns that start with "/", such as /admin/**, without "?", "#" and controls';

/**
 * Sets what of its traffic a site does not record, all at once: its own. What is recorded stays. Throws SITE_NOT_FOUND, and
 * INVALID_PARAMETER for what is no network or pattern, and for too many.
 */
export async function setExclusions(asker: Asker, siteId: string, given: Exclusions): Promise<Site> {
  return changeSite(asker, siteId, ({ id, domain }) => {
    const exclusions = parseExclusions(given);
    const addresses = counted(exclusions.addresses.length, 'network');
    const paths = counted(exclusions.paths.length, 'pattern');
    const detail = `${domain} (${id}): ${addresses}, ${paths}`;
    return { fields: { exclusions }, action: 'site.set-exclusions', detail };
  });
}

/** Each once, in the order in which they came. */
function parseExclusions({ addresses, paths }: Exclusions): Exclusions {
  requireFew('addresses', addresses, MAX_EXCLUDED_ADDRESSES);
  requireFew('paths', paths, MAX_EXCLUDED_PATHS);
  requireEach('addresses', addresses, { isRight: isNetwork, allowed: NETWORK });
  requireEach('paths', paths, { isRight: isPathPattern, allowed: PATTERN });
  if (paths.join('').length > MAX_PATTERN_CHARACTERS)
    throw invalidParameter(
      'paths',
      paths,
      `at most ${MAX_PATTERN_CHARACTERS.toLocaleString('en')} characters together`,
    );
  return { addresses: [...new Set(addresses)], paths: [...new Set(paths)] };
}

function requireFew(name: string, given: readonly string[], most: number): void {
  if (given.length > most) throw invalidParameter(name, given, `at most ${most} of them`);
}

type Rule = { readonly isRight: (text: string) => boolean; readonly allowed: Sentence };

function requireEach(name: string, given: readonly string[], { isRight, allowed }: Rule): void {
  const wrong = given.find((text) => !isRight(text));
  if (wrong !== undefined) throw invalidParameter(name, wrong, allowed);
}
