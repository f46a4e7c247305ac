import { isCut, isWaitOver } from '../database/lost-connection.ts';
import { CommitUnknown } from '../database/transaction.ts';
import { Refusal, type RefusalCode } from '../domain/refusal.ts';

/**
 * What a caller is told of anything that was thrown; the log gets what was thrown. QUERY_TIMEOUT if a statement was cut by
 * its time limit; OVERLOADED after waiting too long for a lock, a connection or an answer; SERVER_ERROR, which reveals
 * nothing, after any other failure.
 */
export function refusalOf(thrown: unknown): Refusal {
  return thrown instanceof Refusal ? thrown : new Refusal(codeOf(thrown));
}

/** The same for a caller who records, and cannot ask for less: a cut statement is OVERLOADED too. */
export function recordingRefusalOf(thrown: unknown): Refusal {
  const refusal = refusalOf(thrown);
  return refusal.code === 'QUERY_TIMEOUT' ? new Refusal('OVERLOADED') : refusal;
}

function codeOf(thrown: unknown): RefusalCode {
  // what may be stored must not be repeated as lightly as what is not
  if (thrown instanceof CommitUnknown) return 'SERVER_ERROR';
  if (isCut(thrown)) return 'QUERY_TIMEOUT';
  return isWaitOver(thrown) ? 'OVERLOADED' : 'SERVER_ERROR';
}
