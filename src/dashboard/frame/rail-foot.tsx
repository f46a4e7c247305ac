import type { FrameFragment } from '../generated/graphql.ts';
import { formatCount } from '../numbers.ts';
import { Icon } from '../parts/icon.tsx';
import { closeSession } from '../sign-in/session.ts';
import { switchTheme } from './theme.ts';

type Account = NonNullable<FrameFragment['account']>;

/** How much of the month is used, who is signed in, and what is the same on every screen. */
export function RailFoot({ account }: { readonly account: Account | null | undefined }) {
  const email = account?.email;
  return (
    <div class="rail-foot">
      {account && <Usage usage={account.usage} />}
      {email && (
        <p class="owner" title={email}>
          <span class="sr">Signed in as</span>
          <Icon name="person" />
          <span>{email}</span>
        </p>
      )}
      <div class="who">
        <button
          class="btn quiet small"
          aria-label="Sign out"
          title={email && `Signed in as ${email}`}
          onClick={() => void closeSession()}
        >
          <Icon name="leave" />
          <span>Sign out</span>
        </button>
        <button class="btn quiet icon" aria-label="Switch between light and dark" onClick={switchTheme}>
          <Icon name="theme" />
        </button>
      </div>
    </div>
  );
}

function Usage({ usage: { used, limit } }: { readonly usage: Account['usage'] }) {
  if (limit === null) return <p class="hint quota">{formatCount(used)} events recorded this month</p>;
  const percent = Math.min(100, (100 * used) / limit);
  return (
    <div class="quota">
      <small class="hint">
        {formatCount(used)} of {formatCount(limit)} events recorded this month
      </small>
      <svg
        class={`meter thin ${used >= limit ? 'full' : ''}`}
        role="img"
        aria-label={`${percent.toFixed(0)}% of the events that can be recorded this month`}
      >
        <rect class="v" width={`${percent.toFixed(2)}%`} height="100%" />
      </svg>
    </div>
  );
}
