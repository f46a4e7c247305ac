import { setTimeout as delay } from 'node:timers/promises';
import type { CallFailure } from './journal.ts';
import type { Topology } from './topology.ts';

/** What is done to the service while it is used, and what it promises for the time. */
export type Fault = {
  readonly name: string;
  readonly did: string;
  readonly promised: string;
  /** Which calls may fail in its window. */
  readonly mayFail: (call: Call) => boolean;
  /** Why it cannot be done here; undefined if it can. */
  readonly impossible?: (topology: Topology) => string | undefined;
  /** Does it for the time, and resolves when it is over. */
  readonly happen: (topology: Topology, holdMs: number) => Promise<void>;
};

type Call = Pick<CallFailure, 'actor' | 'process' | 'what'>;

const none = () => false;
const ofSecond = ({ process }: Call) => process === 1;
const ofDatabase = ({ actor }: Call) => actor !== 'live';
/** Those that record, sign in, or change keys and plans; and readiness, which says so. */
const ofWriters = ({ actor }: Call) => ['record', 'session', 'revoke', 'plan', 'ready'].includes(actor);

const HOUR_S = 3_600;

export const FAULTS: readonly Fault[] = [
  {
    name: 'PostgreSQL restarted',
    did: 'SIGQUIT to PostgreSQL, which ends it as a crash does, and started again after the time',
    promised: 'SERVER_ERROR while it is away; both processes recover by themselves',
    mayFail: ofDatabase,
    happen: ({ postgres }, holdMs) => postgres.restart(() => delay(holdMs)),
  },
  {
    name: 'Redis killed',
    did: 'SIGKILL to Redis, and an empty one started on its port after the time',
    promised: 'no error: each process limits for itself, and shares again when Redis is back',
    mayFail: none,
    happen: ({ restartRedis }, holdMs) => restartRedis(() => delay(holdMs)),
  },
  {
    name: 'process killed',
    did: 'SIGKILL to one of the two processes, and started again after the time',
    promised: 'calls to this process fail, and none to the other',
    mayFail: ofSecond,
    async happen({ processes: [, second] }, holdMs) {
      await second.kill();
      await delay(holdMs);
      await second.start();
    },
  },
  {
    name: 'process stalled',
    did: 'SIGSTOP to one of the two processes, and SIGCONT after the time',
    promised:
      'calls to this process wait; the other one may fail to record for up to DATABASE_STATEMENT_TIMEOUT_MS to the sites that the stalled one was recording to',
    mayFail: (call) => ofSecond(call) || call.actor === 'record',
    async happen({ processes: [, second] }, holdMs) {
      second.signal('SIGSTOP');
      await delay(holdMs);
      second.signal('SIGCONT');
    },
  },
  {
    name: 'connections silent',
    did: 'nothing passed between both processes and PostgreSQL for the time, then what was held back arrived',
    promised:
      'OVERLOADED one second after DATABASE_STATEMENT_TIMEOUT_MS at the latest; both recover by themselves',
    mayFail: ofDatabase,
    async happen({ proxy }, holdMs) {
      proxy.silence();
      await delay(holdMs);
      proxy.speak();
    },
  },
  {
    name: 'disk full',
    did: 'the file system of the tables filled to the last page, and emptied after the time',
    promised: 'what writes fails with SERVER_ERROR until there is room, and reads go on',
    mayFail: ofWriters,
    impossible: ({ disk }) => (disk ? undefined : 'not done: mounting is not allowed here'),
    async happen({ disk }, holdMs) {
      await disk?.fill();
      await delay(holdMs);
      disk?.empty();
    },
  },
  {
    name: 'clock moved',
    did: "one process's clock put forward by an hour, then back to an hour behind, then set right",
    promised: 'no error',
    mayFail: none,
    impossible: ({ clock }) => (clock ? undefined : 'not done: libfaketime is not installed here'),
    async happen({ clock }, holdMs) {
      clock?.move(HOUR_S);
      await delay(holdMs / 2);
      clock?.move(-HOUR_S);
      await delay(holdMs / 2);
      clock?.move(0);
    },
  },
];
