import { RefusedPart } from '../parts/refused.tsx';
import type { Day } from '../time/days.ts';
import type { View } from '../time/range.ts';
import { Bots } from './bots.tsx';
import { Conversions } from './conversions.tsx';
import { Countries } from './countries.tsx';
import { Exchange } from './exchange.tsx';
import { LANES } from './kinds.ts';
import { Lanes } from './lanes.tsx';
import type { Links, Site } from './site.ts';
import { Sources } from './sources.tsx';
import { TopPages } from './top-pages.tsx';
import { Total } from './total.tsx';

/** The fields of the sheets. */
export const SHEETS = ['timeseries', 'stats', 'compared', 'companies', 'pages', 'countries'].map(
  (field) => `site.${field}`,
);

type Props = {
  /** Undefined while it loads. */
  readonly site: Site | undefined;
  readonly view: View;
  readonly today: Day;
  readonly links?: Links;
};

/** The sheets of an overview. */
export function Sheets({ site, view, today, links }: Props) {
  return (
    <>
      <Lanes
        lanes={LANES}
        timeseries={site?.timeseries}
        view={view}
        today={today}
        totalOf={(field) => <Total site={site} field={field} />}
        note={site && [site.timeseries, site.stats, site.compared].includes(null) && <RefusedPart />}
      />
      <div class="grid">
        <div class="w-7">
          <Exchange companies={site?.companies} links={links} />
        </div>
        <div class="col c-5 w-5 o-3">
          <Sources stats={site?.stats} />
          <Conversions stats={site?.stats} />
        </div>
        <Bots stats={site?.stats} links={links} />
        <TopPages site={site} links={links} />
        <Countries countries={site?.countries} />
      </div>
    </>
  );
}
