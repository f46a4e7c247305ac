import type { ComponentChildren } from 'preact';
import type { BotPurpose } from '../generated/graphql.ts';
import { UNKNOWN, formatBytes } from '../numbers.ts';
import { Name } from '../parts/name.tsx';
import { Sheet } from '../parts/sheet.tsx';
import { purposeName } from '../purposes.ts';
import { type Day, formatDay } from '../time/days.ts';
import type { LoadedBot, ProfiledBot } from './profile.ts';

/** What the purpose means. */
const WHYS: Readonly<Record<BotPurpose, string>> = {
  TRAINING: 'of models',
  SEARCH: 'fills the index of a search',
  USER: 'at a user’s request',
  AGENT: 'carries out a task for a user',
  OTHER: 'or not known',
};

/** Of this sheet, and of the one beside it while both load. */
export const FIRST_ROW_HEIGHT = 357;

type Props = { readonly bot: LoadedBot; readonly today: Day; readonly place?: string };

/** What is known of the bot. */
export function AboutSheet({ bot, today, place = 'c-5' }: Props) {
  return (
    <Sheet title="About this bot" place={place} height={FIRST_ROW_HEIGHT}>
      {bot && (
        <div class="pad">
          <dl class="dl">
            <Fact name="Company">
              <Company name={bot.botCompany} />
            </Fact>
            <Fact name="Purpose">
              {purposeName(bot.purpose)} <span class="hint">{WHYS[bot.purpose]}</span>
            </Fact>
            <SignsAs signers={bot.signers} />
            <Fact name="Documentation">
              <Documentation url={bot.documentationUrl} />
            </Fact>
            <Fact name="Bytes sent">
              {formatBytes(bot.bytes)}
              {bot.bytes === null && bot.visits > 0 && <span class="hint">no visit has its size</span>}
            </Fact>
            <Fact name="First seen">{formatInstant(bot.firstSeenAt, today)}</Fact>
            <Fact name="Last seen">{formatInstant(bot.lastSeenAt, today)}</Fact>
          </dl>
        </div>
      )}
    </Sheet>
  );
}

/** Whose keys have verified its signatures; nothing if none has. */
function SignsAs({ signers: [first, ...others] }: Pick<ProfiledBot, 'signers'>) {
  if (first === undefined) return null;
  return (
    <Fact name="Signs as">
      <span class="mono">{first.host}</span>
      {others.length > 0 && (
        <span class="hint" title={others.map(({ host }) => host).join(', ')}>
          and {others.length} more
        </span>
      )}
    </Fact>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

const Company = ({ name }: { readonly name: string | null }) =>
  name === null ? <>{UNKNOWN}</> : <Name name={name} />;

/** Another host learns of the reader only if they follow the link, and not where they come from. */
function Documentation({ url }: { readonly url: string | null }) {
  if (url === null) return <>{UNKNOWN}</>;
  return (
    <a href={url} target="_blank" rel="noreferrer">
      {new URL(url).host}
    </a>
  );
}

const formatInstant = (instant: string | null, today: Day) =>
  instant === null ? UNKNOWN : `${formatDay(instant.slice(0, 10), today)}, ${instant.slice(11, 19)}`;
