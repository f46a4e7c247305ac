import { type Service, shown } from '../service.ts';
import type { Actor } from './actor.ts';

/** Looks whether a process is live, which a database that is away does not change. */
export function createHealth({ ask, journal }: Service): Actor {
  return {
    name: 'live',
    async act(process) {
      const answer = await ask('live', process, { path: '/health/live' });
      if (answer && answer.status !== 200) journal.wrong(`/health/live: ${shown(answer)}`);
      return answer !== undefined;
    },
  };
}
