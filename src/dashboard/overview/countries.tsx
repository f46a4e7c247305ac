import { useState } from 'preact/hooks';
import { Ledger, restCells, countColumns } from '../parts/ledger.tsx';
import { Mark } from '../parts/mark.tsx';
import { Sheet } from '../parts/sheet.tsx';
import { LANES, type Lane } from './kinds.ts';
import type { Planned } from './rows.ts';
import type { OverviewSite } from './site.ts';

/** The kind whose countries are shown first. */
export const FIRST_SHOWN = LANES[1];

const countryNames = new Intl.DisplayNames('en-US', { type: 'region' });

const nameOf = (code: string) => (code === 'XX' ? 'Unknown' : (countryNames.of(code) ?? code));

type Props = {
  readonly countries: OverviewSite['countries'] | undefined;
  readonly planned: Planned;
};

/** Countries by one kind of event, which the reader chooses. */
export function CountriesSheet({ countries, planned }: Props) {
  const [{ kind, field, name }, choose] = useState<Lane>(FIRST_SHOWN);
  const rows = (countries ?? [])
    .filter((country) => country[field] > 0)
    .sort((a, b) => b[field] - a[field])
    .map(({ country, [field]: count }) => ({ code: country, name: nameOf(country), count }));
  return (
    <Sheet
      title="Countries"
      place="c-5 w-4 o-5"
      hasCsv
      height={planned.height}
      end={<Choice chosen={kind} choose={choose} />}
    >
      {countries && (
        <Ledger
          what="countries"
          rows={rows}
          mostRows={planned.mostRows}
          keyOf={({ code }) => code}
          textOf={(country) => `${country.code} ${country.name}`}
          restOf={(rest) => restCells(rest, rows)}
          empty={`No ${name} on these days.`}
          columns={[
            {
              ...{ head: 'Country', cellClass: 'grow' },
              cell: (country) => (
                <>
                  <span class="mono by cc">{country.code}</span>
                  <span class="name" title={country.name}>
                    {country.name}
                  </span>
                </>
              ),
              text: { Code: ({ code }) => code, Country: (country) => country.name },
            },
            ...countColumns(kind, name, rows),
          ]}
        />
      )}
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
