import * as initialSchema from './0001-initial-schema.ts';
import * as siteBuckets from './0002-site-buckets.ts';

/** Every migration by its name, in the order of the names. A landed one is never edited: add another. */
export const MIGRATIONS = {
  '0001-initial-schema': initialSchema,
  '0002-site-buckets': siteBuckets,
};
