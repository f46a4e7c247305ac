import type { BotPurpose } from '../generated/graphql.ts';
import { PURPOSE_OPTIONS } from '../pages/filters.ts';
import { Choice, type Option } from '../parts/choice.tsx';
import { readableName } from '../parts/name-text.ts';
import { SearchField } from '../parts/search-field.tsx';
import type { ListedBot } from './bot-list.ts';
import type { BotFilters } from './bots-view.ts';
import { formatSort, parseSort } from './sort.ts';

type Props = {
  /** All of the days shown. */
  readonly bots: readonly ListedBot[];
  readonly filters: BotFilters;
  readonly change: (changed: Partial<BotFilters>) => void;
  /** A text counts while it is typed. */
  readonly type: (search: string) => void;
};

/** Which bots. */
export function FilterForm({ bots, filters, change, type }: Props) {
  const { search, company, purpose, sort } = filters;
  return (
    <form
      class="filters of-bots"
      role="search"
      aria-label="Bots"
      onSubmit={(event: Event) => event.preventDefault()}
    >
      <SearchField label="Search in names and companies" text={search} type={type} />
      <Choice
        name="Company"
        options={[{ value: '', label: 'All companies' }, ...companiesOf(bots, company)]}
        chosen={company}
        choose={(value) => change({ company: value })}
      />
      <Choice
        name="Purpose"
        options={[{ value: '', label: 'All purposes' }, ...PURPOSE_OPTIONS]}
        chosen={purpose ?? ''}
        choose={(value) => change({ purpose: purposeOf(value) })}
      />
      <Choice
        name="Order by"
        class="phone"
        options={ORDERS}
        chosen={formatSort(sort)}
        choose={(value) => change({ sort: parseSort(value) })}
      />
      {(search || company || purpose) && (
        <button
          type="button"
          class="btn quiet"
          onClick={() => change({ search: '', company: '', purpose: undefined })}
        >
          Clear
        </button>
      )}
    </form>
  );
}

/** In place of the heads, where there is no room for them. */
const ORDERS: readonly Option[] = [
  { value: 'visits', label: 'Most visits' },
  { value: 'change', label: 'Most grown' },
  { value: '-change', label: 'Most shrunk' },
  { value: 'verified', label: 'Most verified' },
  { value: 'outside', label: 'Most outside' },
  { value: 'errors', label: 'Most errors' },
  { value: 'bytes', label: 'Most bytes' },
  { value: 'bot', label: 'By name' },
  { value: 'company', label: 'By company' },
];

const purposeOf = (value: string): BotPurpose | undefined =>
  PURPOSE_OPTIONS.find((one) => one.value === value)?.value;

/** More would make the page slow. */
const MOST_COMPANIES = 200;

/** The largest, and the chosen one even if none of its bots came. */
function companiesOf(bots: readonly ListedBot[], chosen: string): readonly Option[] {
  const companies = [...new Set(bots.map(({ botCompany }) => botCompany))].slice(0, MOST_COMPANIES);
  const unique = new Set(chosen === '' ? companies : [...companies, chosen]);
  return [...unique].map((company) => ({ value: company, label: readableName(company) }));
}
