import type { Countries } from '../operations/reading/countries.ts';

export function countryObject({
  country,
  botVisits,
  referrals,
  conversions,
}: Countries['countries'][number]) {
  return { country, bot_visits: botVisits, referrals, conversions };
}
