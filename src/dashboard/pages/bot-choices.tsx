import { Choice, type Option } from '../parts/choice.tsx';
import { type BotFilters, PURPOSE_OPTIONS } from './filters.ts';
import type { PagesSite } from './sums.ts';

type Props = {
  readonly site: PagesSite | undefined;
  readonly filters: BotFilters;
  readonly filter: (changed: Partial<BotFilters>) => void;
};

/** Whose reading counts. */
export function BotChoices({ site, filters: { bot, company, purpose }, filter }: Props) {
  const bots = (site?.stats?.botBreakdown ?? []).map(({ botName }) => botName);
  const companies = (site?.companies ?? [])
    .filter(({ botVisits }) => botVisits > 0)
    .map((one) => one.company);
  return (
    <>
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
    </>
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
