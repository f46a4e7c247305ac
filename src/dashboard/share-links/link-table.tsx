import { nowMs } from '../clock.ts';
import { type Day, formatAgo, formatDay, formatDays } from '../time/days.ts';
import type { Link } from './own.ts';

type Props = {
  readonly links: readonly Link[];
  readonly today: Day;
  readonly revoke: (link: Link) => void;
};

export function LinkTable({ links, today, revoke }: Props) {
  if (links.length === 0)
    return <p class="say">No link yet. Make one for someone who should see this overview.</p>;
  return (
    <table class="ledger listing">
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Days shown</th>
          <th scope="col" class="mid">
            Made
          </th>
          <th scope="col" class="mid">
            Last used
          </th>
          <th scope="col" class="mid2">
            Expires
          </th>
          <th scope="col">
            <span class="sr">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {links.map((link) => (
          <LinkRow key={link.id} link={link} today={today} revoke={revoke} />
        ))}
      </tbody>
    </table>
  );
}

type RowProps = Omit<Props, 'links'> & { readonly link: Link };

function LinkRow({ link, today, revoke }: RowProps) {
  const { name, createdAt, expiresAt, lastUsedAt } = link;
  return (
    <tr>
      <th scope="row" class="grow">
        <span class="name" title={name}>
          <bdi>{name}</bdi>
        </span>
      </th>
      <td>{shownDays(link, today)}</td>
      <td class="mid dim">{formatDay(createdAt.slice(0, 10), today)}</td>
      <td class="mid dim">{lastUsedAt === null ? 'never' : formatAgo(Date.parse(lastUsedAt), nowMs())}</td>
      <td class="mid2 dim">{formatDay(expiresAt.slice(0, 10), today)}</td>
      <td class="num">
        <button class="btn small danger" aria-label={`Revoke ${name}`} onClick={() => revoke(link)}>
          Revoke
        </button>
      </td>
    </tr>
  );
}

function shownDays({ start, end }: Link, today: Day): string {
  if (start === null) return end === null ? 'All' : `Up to ${formatDay(end, today)}`;
  return end === null ? `From ${formatDay(start, today)}` : formatDays(start, end, today);
}
