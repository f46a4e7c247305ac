import { botPath } from '../links.ts';
import { Name } from './name.tsx';

type Props = {
  readonly siteId: string;
  readonly name: string;
  /** Of the link, which keeps the days shown. */
  readonly search: string;
};

/** A bot's name, with a link to its sheet if a path can hold the name. */
export function BotLink({ siteId, name, search }: Props) {
  const path = botPath(siteId, name);
  if (path === undefined) return <Name name={name} />;
  return (
    <a class="name" href={path + search}>
      <Name name={name} />
    </a>
  );
}
