import { describe } from 'vitest';
import { hasRedis } from './redis-server.ts';

/** Describes tests that start a Redis server. Without its program they are skipped, but fail in CI. */
export const describeWithRedis = describe.runIf(hasRedis() || Boolean(process.env['CI']));
