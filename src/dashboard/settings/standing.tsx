import { Icon } from '../parts/icon.tsx';
import type { Standing as Facts } from './channel-words.ts';

/** How something stands, by a sign and in words. */
export function Standing({ sign, fact, next }: Facts) {
  return (
    <>
      <span class={`st ${sign}`}>
        {sign === 'wait' ? <span class="pulse off" /> : <Icon name={sign === 'ok' ? 'tick' : 'warning'} />}
        {fact}
      </span>
      {next !== undefined && <small title={next}>{next}</small>}
    </>
  );
}
