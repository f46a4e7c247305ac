/** Every reason why a line of a log becomes no event, with the sentence that a report of an import prints. */
export const PASSED_OVER = {
  'blank-line': 'The line is empty.',
  'too-long': 'The line is longer than 65,536 characters.',
  'not-a-log-line': 'The line is in no log format that is known, or not in that of its log.',
  'cut-off': 'The line ends, or breaks, in the middle of its fields.',
  'no-agent-field':
    'The line has no referrer and no user agent: the common log format, which lacks what is needed.',
  'bad-time': 'The line has no time, or one that does not exist or is not written as its format has it.',
  'no-request': 'A message of the server or of a function, no request.',
  'seen-request': 'One more record of a request that was already read.',
  'inner-request': 'A request that the CDN made itself, such as a revalidation in the background.',
  'other-host': 'A request to another site, in a log of several.',
  'bot-not-counted': 'A request of an AI bot that the crawl rule leaves out.',
  'other-robot': 'A robot or a tool that is no AI bot.',
  'ordinary-visit': 'Neither an AI bot nor a click from an LLM product.',
  'own-site-referrer': 'A click within the site whose address still names an LLM product.',
  'not-a-get': 'A click from an LLM product must be a GET request.',
  'failed-request': 'A click from an LLM product that was not answered with a status below 400.',
  asset: 'A file that belongs to a page, fetched from an LLM product.',
} as const satisfies Record<string, string>;

export type PassedOverReason = keyof typeof PASSED_OVER;

/** A line that becomes no event. */
export type PassedOver = { readonly passedOver: PassedOverReason };
