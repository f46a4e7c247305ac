import { USUAL_CAPS } from '../domain/account-caps.ts';
import { wholeNumber } from './setting-kinds.ts';

const MOST = wholeNumber(1, 1_000_000);

/** The settings of how much an account may have. */
export const ACCOUNT_SETTINGS = {
  MAX_SITES_PER_ACCOUNT: {
    ...MOST,
    preset: String(USUAL_CAPS.sites),
    meaning: 'how many sites an account may have before it can make no more; what exists stays',
  },
  MAX_KEYS_PER_ACCOUNT: {
    ...MOST,
    preset: String(USUAL_CAPS.keys),
    meaning: 'the same for its API keys, without those that were revoked',
  },
} as const;
