import { Refusal } from '../domain/refusal.ts';
import type { AnswerBounds } from '../execution/answer-size.ts';

/** The most that one response may hold, so that a document costs about as much as the REST requests it stands for. */
export const ANSWER_BOUNDS: AnswerBounds = {
  values: 200_000,
  bytes: 8_000_000,
  valuesOfAnItem: 20,
  introspected: 20_000,
  errors: 1_000,
  refuse: (message) => new Refusal('DOCUMENT_TOO_LARGE', { message }),
};
