/** Every reason why a line of a log becomes no event, with the sentence that an import prints. */
export const PASSED_OVER = {
  'recorded-before': 'A copy of a line of another log of the site, which is recorded.',
  'repeated-request': 'A request that was recorded before, by its id.',
  'blank-line': 'The line is empty.',
  'too-long': 'The line is longer than 65,536 characters.',
  'too-large': 'The record of a drained batch has too many bytes.',
  unreadable: 'A part of a drained batch that is no record.',
  'not-a-log-line': 'The line is not in a known log format, or not in the format of its log.',
  'not-an-event': 'The line is not an event in the format of the API.',
  'cut-off': 'The line is incomplete.',
  'no-agent-field': 'The log has no user agents, without which no bot can be recognised.',
  'bad-time': 'The time is missing, does not exist or is not in the right format.',
  'no-request': 'A message of the server or of a function, not a request.',
  'seen-request': 'Another record of a request that was already read.',
  'inner-request': 'A request made by the CDN itself, such as a background revalidation.',
  'other-host': 'A request to another site.',
  excluded: "Excluded by the site's own rules (addresses and paths).",
  'bot-not-counted': 'A request of an AI bot that the settings exclude.',
  'other-robot': 'A robot or program that is not an AI bot.',
  'ordinary-visit': 'Neither an AI bot nor a click from an LLM product.',
  'own-site-referrer': 'A click within the site, at an address that still names an LLM product.',
  'not-a-get': 'A request from an LLM product that is not a GET request.',
  'failed-request': 'A click from an LLM product without a successful response.',
  redirect: 'A click from an LLM product that was redirected: the request that follows counts.',
  asset: 'A file of a page, such as an image, fetched from an LLM product.',
} as const satisfies Record<string, string>;

export type PassedOverReason = keyof typeof PASSED_OVER;

/** Why a record could not be read at all. */
export const UNREADABLE: readonly PassedOverReason[] = [
  ...(['not-a-log-line', 'cut-off', 'bad-time', 'too-long', 'too-large', 'unreadable'] as const),
];

/** A line that becomes no event. */
export type PassedOver = {
  readonly passedOver: PassedOverReason;
  /** What a robot that the catalogue does not have calls itself. */
  readonly robot?: string | undefined;
};
