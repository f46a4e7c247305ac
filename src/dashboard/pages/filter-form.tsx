import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Icon } from '../parts/icon.tsx';
import { ORDERS, PURPOSE_OPTIONS, type PageFilters } from './filters.ts';
import type { PagesSite } from './sums.ts';

type Props = {
  readonly site: PagesSite | undefined;
  readonly filters: PageFilters;
  readonly filter: (changed: Partial<PageFilters>) => void;
};

type Option = { readonly value: string; readonly label: string };

const NONE: PageFilters = { order: 'BOT_VISITS', search: '', bot: '', company: '', purpose: undefined };

/** Which pages, in which order. A choice counts at once, and a text when it is entered or with the next choice. */
export function FilterForm({ site, filters, filter: change }: Props) {
  const [text, setText] = useState(filters.search);
  const filter = (changed: Partial<PageFilters>) => change({ search: text, ...changed });
  const bots = (site?.stats?.botBreakdown ?? []).map(({ botName }) => botName);
  const companies = (site?.companies ?? [])
    .filter(({ botVisits }) => botVisits > 0)
    .map(({ company }) => company);
  const { order, search, bot, company, purpose } = filters;
  return (
    <SearchForm text={text} setText={setText} enter={() => filter({})}>
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

type SearchProps = {
  readonly text: string;
  readonly setText: (text: string) => void;
  readonly enter: () => void;
  readonly children: ComponentChildren;
};

function SearchForm({ text, setText, enter, children }: SearchProps) {
  const onSubmit = (event: Event) => {
    event.preventDefault();
    enter();
  };
  return (
    <form class="filters of-pages" role="search" aria-label="Pages" onSubmit={onSubmit}>
      <label class="find">
        <span class="sr">Search in paths</span>
        <Icon name="search" />
        <input
          class="input"
          type="search"
          placeholder="Search in paths"
          autocomplete="off"
          spellcheck={false}
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
      </label>
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

type ChoiceProps = {
  readonly name: string;
  readonly options: readonly Option[];
  readonly chosen: string;
  readonly choose: (value: string) => void;
};

function Choice({ name, options, chosen, choose }: ChoiceProps) {
  return (
    <label class="pick">
      <span class="sr">{name}</span>
      <select
        class={`input ${chosen === options[0]?.value ? '' : 'on'}`}
        value={chosen}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      >
        {options.map(({ value, label }) => (
          <option key={value} value={value} selected={value === chosen}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}
