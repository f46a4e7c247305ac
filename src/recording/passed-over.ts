/** Every reason why a line of a log becomes no event, with the sentence that a report of an import prints. */
export const PASSED_OVER = {
  'blank-line': 'The line is empty.',
  'too-long': 'The line is longer than 65,536 characters.',
  'not-a-log-line': 'The line is not in the combined log format.',
  'cut-off': 'The line ends, or breaks, in the middle of its fields.',
  'no-agent-field':
    'The line has no referrer and no user agent: the common log format, which lacks what is needed.',
  'bad-time': 'The time of the line does not exist or is not written as 31/Dec/2026:23:59:59 +0000.',
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
