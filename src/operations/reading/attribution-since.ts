import type { RequestContext } from '../../context.ts';
import { findAttributionSince } from '../../queries/attribution.ts';

/** Since when it is looked up which LLM product sent the visitor of a conversion; null while it is not. */
export async function attributionSince({ db, attributionMinutes }: RequestContext): Promise<number | null> {
  return attributionMinutes > 0 ? findAttributionSince(db) : null;
}
