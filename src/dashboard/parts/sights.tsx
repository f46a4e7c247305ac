import { Icon } from './icon.tsx';
import type { Sight } from './sight.ts';
import { WithCode } from './with-code.tsx';

/** What can be seen, with a tick, and what cannot. */
export function Sights({ sights }: { readonly sights: readonly Sight[] }) {
  return (
    <ul class="sees">
      {sights.map(({ isSeen, what, why }) => (
        <li key={what}>
          <Icon name={isSeen ? 'tick' : 'info'} />
          <span>
            <b>{what}</b>{' '}
            <span>
              <WithCode text={why} />
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}
