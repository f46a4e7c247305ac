import { describe } from 'vitest';
import { findPostgres } from './postgres-programs.ts';

/** Describes tests that start a PostgreSQL server. Without its programs they are skipped, but fail in CI. */
export const describeWithPostgres = describe.runIf(
  findPostgres() !== undefined || Boolean(process.env['CI']),
);
