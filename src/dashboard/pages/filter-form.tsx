import { Choice } from '../parts/choice.tsx';
import { BotChoices } from './bot-choices.tsx';
import { ORDERS, type PageFilters } from './filters.ts';
import { SearchForm } from './search-form.tsx';
import type { PagesSite } from './sums.ts';
import { useTyping } from './use-typing.ts';

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
  const { order, search, bot, company, purpose } = filters;
  return (
    <SearchForm typing={typing} class="of-pages">
      <Choice
        name="Order by"
        options={ORDERS}
        chosen={order}
        choose={(value) => filter({ order: ORDERS.find((one) => one.value === value)?.value ?? NONE.order })}
      />
      <BotChoices site={site} filters={filters} filter={filter} />
      {(search || bot || company || purpose) && (
        <button type="button" class="btn quiet" onClick={() => filter({ ...NONE, order })}>
          Clear
        </button>
      )}
    </SearchForm>
  );
}
