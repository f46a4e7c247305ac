/** What the name of the product of a referral is. */
export const SOURCE_NAME =
  'The name of the LLM product, such as "ChatGPT", according to the catalogue of today; the source if the catalogue does ' +
  'not have it.';
