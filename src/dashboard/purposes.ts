import type { BotPurpose } from './generated/graphql.ts';

/** What a bot fetches pages for, in a word, also of a URL. */
export const PURPOSE_WORDS: Readonly<Record<BotPurpose, string>> = {
  TRAINING: 'training',
  SEARCH: 'search',
  USER: 'answering',
  AGENT: 'acting',
  OTHER: 'other',
};

/** The word as a name. */
export const purposeName = (purpose: BotPurpose): string => {
  const word = PURPOSE_WORDS[purpose];
  return word.slice(0, 1).toUpperCase() + word.slice(1);
};
