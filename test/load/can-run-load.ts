import { findPostgres } from '../support/postgres-programs.ts';
import { hasRedis } from '../support/redis-server.ts';

/** Whether PostgreSQL and Redis are installed. In CI they have to be. */
export const canRunLoad = (findPostgres() !== undefined && hasRedis()) || Boolean(process.env['CI']);
