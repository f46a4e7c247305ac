import { type RawBuilder, sql } from 'kysely';

/**
 * Into how many parts, at least, the pages of a large block are divided, by a hash of the path. A list is then counted part
 * by part, each in little memory. A block with more parts has a multiple, so each lies within one of these.
 */
export const FEWEST_PARTS = 32;

/**
 * The lowest number of such a part, in the column `part`; those below are whole, or an hour of a day. It is a multiple of
 * FEWEST_PARTS, so the number of a part has the last bits of its hashes.
 */
const FIRST_PART = sql.lit(32);

export const IS_PART = sql`part >= ${FIRST_PART}`;
export const IS_NO_PART = sql`part < ${FIRST_PART}`;

/** Of the parts of a block, only the first tells how many events the block has in each hour. */
export const TELLS_HOURS = sql`part <= ${FIRST_PART}`;

/** Hash partitions depend on `hashtext` too, so it is the same in all versions of PostgreSQL. */
const HASH = sql`hashtext(path)`;

/** Whether a row holds a part of the `step`th of `steps` parts, each a power of two, or paths of any part. */
export function mayBeOfStep(step: RawBuilder<unknown>, steps: RawBuilder<unknown>): RawBuilder<unknown> {
  const lastBits = sql`least(${steps}, ${sql.lit(FEWEST_PARTS)}) - 1`;
  return sql`(${IS_NO_PART} or (part - ${step}) & (${lastBits}) = 0)`;
}

export function isOfStep(step: RawBuilder<unknown>, steps: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`${HASH} & (${steps} - 1) = ${step}`;
}

/** The number of the part that a path is in; 0 if there is but one. */
export function partOf(parts: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`case when ${parts} = 1 then 0 else ${FIRST_PART} + (${HASH} & (${parts} - 1)) end`;
}

/** The part of FEWEST_PARTS, from 0 on, that a path is in. */
export const LIST_PART_OF_PATH = sql`${HASH} & ${sql.lit(FEWEST_PARTS - 1)}`;
/** The one that the paths of a row with a part are in. */
export const LIST_PART_OF_ROW = sql`part & ${sql.lit(FEWEST_PARTS - 1)}`;

/** A path in another part than its own would not be added to its other counts. */
export const IS_IN_ITS_PART = sql`(${IS_NO_PART} or ${LIST_PART_OF_ROW} = ${LIST_PART_OF_PATH})`;
