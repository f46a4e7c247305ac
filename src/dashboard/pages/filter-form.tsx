import type { ComponentChildren } from 'preact';
import { Choice, type Option } from '../parts/choice.tsx';
import { SearchField } from '../parts/search-field.tsx';
import { ORDERS, PURPOSE_OPTIONS, type PageFilters } from './filters.ts';
import type { PagesSite } from './sums.ts';
import { type Typing, useTyping } from './use-typing.ts';

type Props = {
  readonly site: PagesSite | undefined;
  readonly filters: PageFilters;
  /** As a step in the history, or in place of the last one. */
  readonly filter: (changed: Partial<PageFilters>, isReplaced?: boolean) => void;
};

const NONE: PageFilters = { order: 'BOT_VISITS', search: '', bot: '', company: '', purpose: undefined };

/** Which pages, in which order. A choice counts at once, and a text when no more is typed. */
export function FilterForm({ site, filters, filter: change }: Props) {
  const typing = useTyping(filters.search, (search, isReplaced) => change({ search }, isReplaced));
  const filter = (changed: Partial<PageFilters>) =>
    change({ search: typing.finish(changed.search), ...changed });
  const bots = (site?.stats?.botBreakdown ?? []).map(({ botName }) => botName);
  const companies = (site?.companies ?? [])
    .filter(({ botVisits }) => botVisits > 0)
    .map(({ company }) => company);
  const { order, search, bot, company, purpose } = filters;
  return (
    <SearchForm typing={typing}>
      <Choice
        name="Order by"
        options={ORDERS}
        chosen={order}
        choose={(value) => filter({ order: ORDERS.find((one) => one.value === value)?.value ?? NONE.order })}
      />
      <Choice
        name="Bot"
        options={optionsOf('All bots', bots, bot)}
        chosen={bot}
        choose={(value) => filter({ bot: value })}
      />
      <Choice
        name="Company"
        options={optionsOf('All companies', companies, company)}
        chosen={company}
        choose={(value) => filter({ company: value })}
      />
      <Choice
        name="Purpose"
        options={[{ value: '', label: 'All purposes' }, ...PURPOSE_OPTIONS]}
        chosen={purpose ?? ''}
        choose={(value) => filter({ purpose: PURPOSE_OPTIONS.find((one) => one.value === value)?.value })}
      />
      {(search || bot || company || purpose) && (
        <button type="button" class="btn quiet" onClick={() => filter({ ...NONE, order })}>
          Clear
        </button>
      )}
    </SearchForm>
  );
}

type SearchProps = { readonly typing: Typing; readonly children: ComponentChildren };

function SearchForm({ typing, children }: SearchProps) {
  const onSubmit = (event: Event) => {
    event.preventDefault();
    typing.enter();
  };
  return (
    <form class="filters of-pages" role="search" aria-label="Pages" onSubmit={onSubmit}>
      <SearchField label="Search in paths" text={typing.text} type={typing.type} leave={typing.pause} />
      {children}
    </form>
  );
}

/** More would make the page slow. */
const MOST_OPTIONS = 200;

/** The largest, and the chosen one even if nothing of it was counted. */
function optionsOf(all: string, names: readonly string[], chosen: string): readonly Option[] {
  const largest = names.slice(0, MOST_OPTIONS);
  const unique = [...new Set(chosen === '' ? largest : [...largest, chosen])];
  const label = names.length > MOST_OPTIONS ? `${all} (the largest ${MOST_OPTIONS} are listed)` : all;
  return [{ value: '', label }, ...unique.map((name) => ({ value: name, label: name }))];
}
