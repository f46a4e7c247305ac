/** Those of the bots below of which the operator says, on the same page, that they may ignore robots.txt. */
export const MAY_IGNORE_ROBOTS: ReadonlySet<string> = new Set([
  'ChatGPT-User',
  'Perplexity-User',
  'meta-externalfetcher',
  'facebookexternalhit',
]);

/**
 * The bots whose operator's own page names a token for robots.txt. Each token is the name of its bot. Some operators add
 * that the bot may ignore robots.txt, mostly where a user asked for the page. A bot that is not here may still obey
 * robots.txt: its operator just does not say under which name.
 */
export const ROBOTS_TOKENS: ReadonlySet<string> = new Set([
  'OAI-SearchBot',
  'ChatGPT-User',
  'GPTBot',
  'Claude-SearchBot',
  'Claude-User',
  'ClaudeBot',
  'Perplexity-User',
  'PerplexityBot',
  'Google-CloudVertexBot',
  'GoogleOther-Image',
  'GoogleOther-Video',
  'GoogleOther',
  'meta-externalagent',
  'meta-externalfetcher',
  'meta-webindexer',
  'FacebookBot',
  'facebookexternalhit',
  'amazon-kendra',
  'amazon-QBusiness',
  'Amzn-SearchBot',
  'Amzn-User',
  'Amazonbot',
  'Applebot',
  'PetalBot',
  'MistralAI-User',
  'MistralAI-Index',
  'MistralAI-Training',
  'CCBot',
  'KernelSearchBot',
  'DuckAssistBot',
  'AI2Bot',
  'ShapBot',
  'Diffbot-User',
  'Diffbot',
  'Cotoyogi',
  'SemrushBot-OCOB',
  'SemrushBot-SWA',
]);
