import { botPath } from '../links.ts';

type Props = {
  readonly siteId: string;
  readonly name: string;
  /** Of the link, which keeps the days shown. */
  readonly search: string;
};

/** A bot's name, with a link to its sheet if a path can hold the name. */
export function BotLink({ siteId, name, search }: Props) {
  const path = botPath(siteId, name);
  if (path === undefined) return <bdi class="name">{name}</bdi>;
  return (
    <a class="name" href={path + search}>
      <bdi>{name}</bdi>
    </a>
  );
}
