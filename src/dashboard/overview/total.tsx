import { formatChange, formatCount } from '../numbers.ts';
import type { Field } from './kinds.ts';
import type { Site } from './site.ts';

/** The total, and its change over what can be compared: whole hours alone, on both sides. */
export function Total({ site, field }: { readonly site: Site | undefined; readonly field: Field }) {
  if (!site) return <p class="big skel tall w3" />;
  const comparison = site.compared?.comparison;
  return (
    <>
      <p class="big">{formatCount(site.stats?.totals[field])}</p>
      {comparison && (
        <p class="delta" title={`Both sides until ${comparison.until.slice(0, 16).replace('T', ' ')} UTC`}>
          <b>{formatChange(comparison.totals[field], comparison.previousTotals[field])}</b> from{' '}
          {formatCount(comparison.previousTotals[field])}
        </p>
      )}
    </>
  );
}
