import { Unreadable } from '../logs/unreadable.ts';
import { describeUnreadable } from './describe-unreadable.ts';

/** The message of an error. If several addresses were tried, that of the first. */
export function messageOf(thrown: unknown): string {
  if (thrown instanceof AggregateError && thrown.message === '') return messageOf(thrown.errors[0]);
  if (thrown instanceof Unreadable) return describeUnreadable(thrown);
  return thrown instanceof Error ? thrown.message : String(thrown);
}
