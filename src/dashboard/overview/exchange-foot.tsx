import { useAnswer } from '../answers/use-answer.ts';
import { EarlierConversionsDocument, type EarlierConversionsQueryVariables } from '../generated/graphql.ts';
import type { Day } from '../time/days.ts';
import type { View } from '../time/range.ts';
import { type Attribution, type Brought, broughtOf, othersOf } from './attribution.ts';
import { wordsOfFoot } from './foot-words.ts';
import type { OverviewSite, OverviewStats } from './site.ts';

type Props = {
  readonly site: OverviewSite & { readonly stats: OverviewStats };
  readonly attribution: Attribution;
  readonly view: View;
  readonly today: Day;
};

/** How many conversions the table accounts for. Those of which it is not known are counted if they are only a part. */
export function ExchangeFoot({ site, attribution, view, today }: Props) {
  const brought = broughtOf(site.stats);
  const said = { brought, attribution, today };
  if (attribution.known !== 'later' || brought.all === brought.sent) return <Foot {...said} />;
  return <FootOfBoth {...said} earlier={{ id: site.id, start: view.start, end: attribution.until }} />;
}

type Said = Pick<Props, 'attribution' | 'today'> & { readonly brought: Brought };

function FootOfBoth({ earlier, ...said }: Said & { readonly earlier: EarlierConversionsQueryVariables }) {
  const { read } = useAnswer(EarlierConversionsDocument, earlier);
  const stats = read?.data.site?.stats;
  return <Foot {...said} earlier={stats ? broughtOf(stats) : undefined} />;
}

function Foot({ earlier, ...said }: Said & { readonly earlier?: Brought | undefined }) {
  const others = othersOf(said.brought, said.attribution, earlier);
  return (
    <p class="foot">
      <span>{wordsOfFoot({ ...said, others })}</span>
    </p>
  );
}
