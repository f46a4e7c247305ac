import { useState } from 'preact/hooks';
import { Ledger, Nothing } from '../parts/ledger.tsx';
import { Mark } from '../parts/mark.tsx';
import { Sheet } from '../parts/sheet.tsx';
import { LANES, type Lane } from './kinds.ts';
import type { Site } from './site.ts';

const countryNames = new Intl.DisplayNames('en-US', { type: 'region' });

const nameOf = (code: string) => (code === 'XX' ? 'Unknown' : (countryNames.of(code) ?? code));

/** Countries by one kind of event, which the reader chooses. */
export function Countries({ countries }: { readonly countries: Site['countries'] | undefined }) {
  const [{ kind, field, name }, choose] = useState<Lane>(LANES[1]);
  const rows = (countries ?? [])
    .filter((country) => country[field] > 0)
    .sort((a, b) => b[field] - a[field])
    .map((country) => ({
      ...{ id: country.country, count: country[field] },
      text: `${country.country} ${nameOf(country.country)}`,
      label: (
        <>
          <span class="mono by cc">{country.country}</span>
          <span class="name">{nameOf(country.country)}</span>
        </>
      ),
    }));
  return (
    <Sheet title="Countries" place="c-5 w-4 o-5" end={<Choice chosen={kind} choose={choose} />}>
      {countries &&
        (rows.length === 0 ? (
          <Nothing what={`No ${name} in these days.`} />
        ) : (
          <Ledger kind={kind} heads={['Country', name]} rows={rows} mostRows={12} what="countries" />
        ))}
    </Sheet>
  );
}

type ChoiceProps = { readonly chosen: Lane['kind']; readonly choose: (lane: Lane) => void };

function Choice({ chosen, choose }: ChoiceProps) {
  return (
    <div class="seg end" role="group" aria-label="Countries of">
      {LANES.map((lane) => (
        <button key={lane.kind} aria-pressed={lane.kind === chosen} onClick={() => choose(lane)}>
          <Mark kind={lane.kind} />
          <span class={lane.kind === chosen ? '' : 'sr'}>{lane.name}</span>
        </button>
      ))}
    </div>
  );
}
