import { literally } from './product-token.ts';
import { MAY_IGNORE_ROBOTS, ROBOTS_TOKENS } from './robots-tokens.ts';

/** Why an AI bot fetches pages, according to its operator; `user` is for the question of one user. */
export type BotPurpose = 'training' | 'search' | 'user' | 'agent' | 'other';

/** An agent that counts as an AI bot. */
export type Bot = {
  /** The token, spelled as by its operator. */
  readonly name: string;
  /** The operator's short name. */
  readonly company: string;
  readonly purpose: BotPurpose;
  /** The bot's token in robots.txt, as its operator documents it; null if it documents none. */
  readonly robotsToken: string | null;
  /** Whether it follows robots.txt, as its operator documents; null if it documents nothing. */
  readonly followsRobots: boolean | null;
  /** The operator's page about the bot or, if there is none, the best public description; null for none at all. */
  readonly documentation: string | null;
  /** The source of a regular expression for the token, which ignores case. */
  readonly pattern: string;
};

type Row = readonly [
  name: string,
  company: string,
  purpose: BotPurpose,
  documentation: string,
  pattern?: string,
];

const KNOWN = 'https://knownagents.com/agents';
const AMAZON = 'https://developer.amazon.com/amazonbot';
const AMAZON_QUICK = 'https://docs.aws.amazon.com/quick/latest/userguide/web-crawler-integration.html';
const ANTHROPIC = 'https://support.claude.com/en/articles/8896518';
const GOOGLE = 'https://developers.google.com/crawling/docs/crawlers-fetchers/overview-google-crawlers';
const LISTED = 'https://github.com/ai-robots-txt/ai.robots.txt/blob/main/table-of-bot-metrics.md';
const META = 'https://developers.facebook.com/docs/sharing/webmasters/web-crawlers';
const KERNEL = 'https://www.kernel.sh/docs/bots';
const RADAR = 'https://radar.cloudflare.com/bots/directory';
const OPENAI = 'https://developers.openai.com/api/docs/bots';

/**
 * The list has every agent whose operator documents an AI use, and every one in the ai.robots.txt list. It does not have
 * tokens that are only for robots.txt and make no requests (Google-Extended, Applebot-Extended), or Visual Studio Code
 * (Code), whose requests all come from people at its window. The first row whose
 * pattern matches wins, so a bot that mentions another one, or whose name begins with another name, comes first.
 * Lookaheads are bounded: agents come from strangers and may be very long.
 */
const ROWS: readonly Row[] = [
  ['OAI-SearchBot', 'OpenAI', 'search', OPENAI],
  ['ChatGPT-User', 'OpenAI', 'user', OPENAI],
  ['OAI-AdsBot', 'OpenAI', 'other', OPENAI],
  ['ChatGPT Agent', 'OpenAI', 'agent', `${KNOWN}/chatgpt-agent`],
  ['GPTBot', 'OpenAI', 'training', OPENAI],
  ['Operator', 'OpenAI', 'agent', `${KNOWN}/operator`, 'Operator(?=/\\d)'],
  ['OpenAI', 'OpenAI', 'other', LISTED],
  ['Claude-SearchBot', 'Anthropic', 'search', ANTHROPIC],
  ['Claude-User', 'Anthropic', 'user', ANTHROPIC],
  ['Claude-Code', 'Anthropic', 'agent', `${KNOWN}/claude-code`],
  ['Claude-Web', 'Anthropic', 'other', `${KNOWN}/claude-web`],
  ['ClaudeBot', 'Anthropic', 'training', ANTHROPIC],
  ['anthropic-ai', 'Anthropic', 'training', LISTED],
  ['Perplexity-User', 'Perplexity', 'user', 'https://docs.perplexity.ai/guides/bots', 'Perplexity-?User'],
  ['PerplexityBot', 'Perplexity', 'search', 'https://docs.perplexity.ai/guides/bots'],
  ['Gemini-Deep-Research', 'Google', 'user', 'https://gemini.google/overview/deep-research/'],
  ['GoogleAgent-Mariner', 'Google', 'agent', 'https://deepmind.google/technologies/project-mariner/'],
  ['GoogleAgent-URLContext', 'Google', 'user', `${KNOWN}/googleagent-urlcontext`],
  ['Google-Agent', 'Google', 'agent', GOOGLE],
  ['Google-CloudVertexBot', 'Google', 'other', GOOGLE, '(?:Google-)?CloudVertexBot'],
  ['Google-Firebase', 'Google', 'other', LISTED],
  ['Google-Gemini-CLI', 'Google', 'agent', 'https://geminicli.com/'],
  ['Google-GeminiNotebook', 'Google', 'user', GOOGLE],
  ['Google-NotebookLM', 'Google', 'user', GOOGLE, '(?:Google-)?NotebookLM'],
  ['GoogleOther-Image', 'Google', 'other', GOOGLE],
  ['GoogleOther-Video', 'Google', 'other', GOOGLE],
  ['GoogleOther', 'Google', 'other', GOOGLE, 'GoogleOther(?!-Image|-Video)'],
  ['meta-externalagent', 'Meta', 'training', META],
  ['meta-externalfetcher', 'Meta', 'user', META],
  ['meta-webindexer', 'Meta', 'search', META],
  ['meta-externaltest', 'Meta', 'other', LISTED],
  ['FacebookBot', 'Meta', 'training', 'https://developers.facebook.com/docs/sharing/bot'],
  ['facebookexternalhit', 'Meta', 'other', META],
  ['Amazon-Bedrock-AgentCore-Browser', 'Amazon', 'agent', 'https://docs.aws.amazon.com/bedrock-agentcore/'],
  ['bedrockbot', 'Amazon', 'other', 'https://docs.aws.amazon.com/bedrock/latest/userguide/'],
  ['amazon-kendra', 'Amazon', 'search', 'https://docs.aws.amazon.com/kendra/', 'amazon-kendra|KendraBot'],
  ['amazon-Quick', 'Amazon', 'search', AMAZON_QUICK],
  ['amazon-QBusiness', 'Amazon', 'user', `${KNOWN}/amazon-qbusiness`],
  ['AmazonBuyForMe', 'Amazon', 'agent', `${KNOWN}/amazonbuyforme`],
  ['Amzn-SearchBot', 'Amazon', 'search', AMAZON],
  ['Amzn-User', 'Amazon', 'user', AMAZON],
  ['NovaAct', 'Amazon', 'agent', `${KNOWN}/novaact`],
  ['Amazonbot', 'Amazon', 'other', AMAZON],
  ['Applebot', 'Apple', 'search', 'https://support.apple.com/en-us/119829', 'Applebot(?!-Extended)'],
  ['AzureAI-SearchBot', 'Microsoft', 'search', `${KNOWN}/azureai-searchbot`],
  ['Bytespider', 'ByteDance', 'training', LISTED],
  ['TikTokSpider', 'ByteDance', 'training', LISTED],
  ['imageSpider', 'ByteDance', 'training', `${KNOWN}/imagespider`],
  ['Trae', 'ByteDance', 'agent', 'https://trae.ai/', 'Trae(?=/\\d)'],
  ['PetalBot', 'Huawei', 'search', 'https://webmaster.petalsearch.com/site/petalbot'],
  ['PanguBot', 'Huawei', 'training', `${KNOWN}/pangubot`],
  ['DeepSeekBot', 'DeepSeek', 'training', 'https://www.deepseek.com/bot'],
  ['MistralAI-User', 'Mistral', 'user', 'https://docs.mistral.ai/robots'],
  ['MistralAI-Index', 'Mistral', 'search', 'https://docs.mistral.ai/robots'],
  ['MistralAI-Training', 'Mistral', 'training', 'https://docs.mistral.ai/robots'],
  ['cohere-training-data-crawler', 'Cohere', 'training', `${KNOWN}/cohere-training-data-crawler`],
  ['cohere-ai', 'Cohere', 'user', LISTED],
  ['GrokAgent', 'xAI', 'agent', RADAR],
  ['CCBot', 'Common Crawl', 'training', 'https://commoncrawl.org/ccbot'],
  ['DuckAssistBot', 'DuckDuckGo', 'user', 'https://duckduckgo.com/duckassistbot.html'],
  ['YouBot', 'You.com', 'search', 'https://about.you.com/youchat/'],
  ['PhindBot', 'Phind', 'user', `${KNOWN}/phindbot`],
  ['Bravebot', 'Brave', 'search', 'https://safe.search.brave.com/help/brave-search-crawler'],
  ['kagi-fetcher', 'Kagi', 'user', 'https://help.kagi.com/kagi/ai/kagi-ai.html'],
  ['YandexAdditionalBot', 'Yandex', 'training', LISTED, 'YandexAdditional(?:Bot)?'],
  ['YiyanBot', 'Baidu', 'user', `${KNOWN}/yiyanbot`],
  ['TongyiBot', 'Alibaba', 'user', `${KNOWN}/tongyibot`],
  ['Kimi-User', 'Moonshot AI', 'user', `${KNOWN}/kimi-user`],
  ['Kimi-SearchBot', 'Moonshot AI', 'search', 'https://www.kimi.ai/policies/kimi-bot'],
  ['KimiBot', 'Moonshot AI', 'training', 'https://www.kimi.ai/policies/kimi-bot'],
  ['ChatGLM-Spider', 'Zhipu AI', 'training', 'https://chatglm.cn/'],
  ['AI2Bot-DeepResearchEval', 'Ai2', 'other', `${KNOWN}/ai2bot-deepresearcheval`],
  ['Ai2Bot-Dolma', 'Ai2', 'training', 'https://allenai.org/crawler'],
  ['AI2Bot', 'Ai2', 'training', 'https://allenai.org/crawler', 'AI2Bot(?!-Dolma|-DeepResearchEval)'],
  ['LAIONDownloader', 'LAION', 'training', 'https://laion.ai/'],
  ['laion-huggingface-processor', 'LAION', 'training', `${KNOWN}/laion-huggingface-processor`],
  ['img2dataset', 'img2dataset', 'training', 'https://github.com/rom1504/img2dataset'],
  ['ShapBot', 'Parallel', 'search', 'https://docs.parallel.ai/resources/crawler'],
  ['Shap-User', 'Parallel', 'user', `${KNOWN}/shap-user`],
  // Exalead's Exabot, an older search engine, is distinguished by the URLs in its user agent.
  ['ExaBot', 'Exa', 'search', `${KNOWN}/exabot`, 'ExaBot(?!-|.{0,40}exa(?:lead|bot\\.com))'],
  ['ExaSearchBot', 'Exa', 'search', `${KNOWN}/exasearchbot`],
  ['TavilyBot', 'Tavily', 'search', `${KNOWN}/tavilybot`],
  ['LinkupBot', 'Linkup', 'search', 'https://linkup.so/bot'],
  ['HenkBot', 'Valyu', 'search', 'https://valyu.ai/crawler'],
  ['Querit-SearchBot', 'Querit', 'search', `${KNOWN}/querit-searchbot`],
  ['QueritBot', 'Querit', 'search', `${KNOWN}/queritbot`],
  ['LinerBot', 'Liner', 'user', 'https://docs.getliner.com/docs/linerbot'],
  ['iAskBot', 'iAsk', 'search', `${KNOWN}/iaskbot`],
  ['iaskspider', 'iAsk', 'search', `${KNOWN}/iaskspider`],
  ['Andibot', 'Andi', 'search', 'https://andisearch.com/'],
  ['AIWebIndex', 'Lyrenth', 'search', 'https://lyrenth.com/crawler-policy'],
  ['AddSearchBot', 'AddSearch', 'search', 'https://www.addsearch.com/bot'],
  ['Anomura', 'Direqt', 'search', 'https://docs.direqt-search.com/'],
  ['Aranet-SearchBot', 'Aranet', 'search', 'https://aranet.ai/bot'],
  ['Channel3Bot', 'Channel3', 'search', 'https://trychannel3.com/channel3bot'],
  ['Cloudflare-AI-Search', 'Cloudflare', 'search', 'https://developers.cloudflare.com/ai-search/'],
  [
    'CloudflareBrowserRenderingCrawler',
    'Cloudflare',
    'other',
    'https://developers.cloudflare.com/browser-run/quick-actions/crawl-endpoint/',
  ],
  ['Cloudflare-AutoRAG', 'Cloudflare', 'search', 'https://developers.cloudflare.com/autorag'],
  ['atlassian-bot', 'Atlassian', 'search', 'https://support.atlassian.com/organization-administration/'],
  ['KernelSearchBot', 'Kernel', 'search', KERNEL],
  ['NavuBot', 'Navu', 'search', 'https://navu.co/ensuring-navu-has-access-to-your-site/'],
  ['ZanistaBot', 'Zanista', 'search', 'https://zanista.ai/crawler-info'],
  ['Timpibot', 'Timpi', 'search', 'https://timpi.io'],
  ['Novellum', 'Novellum', 'other', 'https://crawl.corp.novellum.ai/docs'],
  ['The Knowledge AI', 'The Knowledge AI', 'other', 'https://datadome.co/bots/the-knowledge-ai/'],
  ['Manus-User', 'Manus', 'agent', `${KNOWN}/manus-user`],
  ['HarkBot', 'Hark', 'agent', 'https://app.hark.com/about/bot'],
  ['QATechBot', 'QA.tech', 'agent', 'https://docs.qa.tech/bot'],
  ['CledaraBot', 'Cledara', 'agent', `${RADAR}/cledara-saas-management-agent`],
  ['Devin', 'Cognition', 'agent', 'https://docs.devin.ai/get-started/devin-intro', 'Devin(?=/\\d)'],
  ['Cursor', 'Cursor', 'agent', `${KNOWN}/cursor`, 'Cursor(?=/\\d)'],
  ['opencode', 'opencode', 'agent', 'https://opencode.ai/'],
  ['TwinAgent', 'Twin', 'agent', `${KNOWN}/twinagent`],
  ['Anchor Browser', 'Anchor', 'agent', 'https://anchorbrowser.io/'],
  ['Lightpanda', 'Lightpanda', 'agent', 'https://lightpanda.io/'],
  ['TSM-turingos', 'TuringOS', 'agent', `${KNOWN}/turingos`],
  ['Mozilla-Tabstack', 'Mozilla', 'agent', 'https://docs.tabstack.ai/trust/controlling-access'],
  ['FirecrawlAgent', 'Firecrawl', 'other', 'https://firecrawl.dev/'],
  ['Crawl4AI', 'Crawl4AI', 'other', 'https://github.com/unclecode/crawl4ai'],
  ['Crawlspace', 'Crawlspace', 'other', 'https://crawlspace.dev'],
  [
    'DefaultLangchainUserAgent',
    'LangChain',
    'other',
    'https://reference.langchain.com/python/langchain-community/',
  ],
  ['ApifyBot', 'Apify', 'other', `${KNOWN}/apifybot`],
  ['ApifyWebsiteContentCrawler', 'Apify', 'other', 'https://apify.com/apify/website-content-crawler'],
  ['Spider', 'Spider', 'other', `${KNOWN}/spider`, 'Spider(?=[;/ ][^()]{0,40}[/.]spider\\.(?:com|cloud))'],
  ['Scrapy', 'Zyte', 'other', 'https://scrapy.org/'],
  ['Diffbot-User', 'Diffbot', 'user', 'https://docs.diffbot.com/docs/does-crawl-respect-robotstxt'],
  ['Diffbot', 'Diffbot', 'other', 'https://www.diffbot.com/', 'Diffbot(?!-User)'],
  ['ImagesiftBot', 'ImageSift', 'other', 'https://imagesift.com'],
  ['ImageMind', 'ImageMind', 'other', 'https://datadome.co/bots/imagemind/'],
  ['Brightbot', 'Bright Data', 'training', 'https://brightdata.com/brightbot'],
  ['Webzio-Extended', 'Webz.io', 'training', 'https://webz.io/bot.html'],
  ['webzio', 'Webz.io', 'other', 'https://webz.io/bot.html', 'webzio(?!-Extended)'],
  ['omgilibot', 'Webz.io', 'other', 'https://webz.io/bot.html'],
  ['omgili', 'Webz.io', 'other', 'https://webz.io/bot.html'],
  ['Kangaroo Bot', 'Kangaroo LLM', 'training', 'https://kangaroollm.com.au/kangaroo-bot/'],
  ['SBIntuitionsBot', 'SB Intuitions', 'training', 'https://www.sbintuitions.co.jp/bot/'],
  ['Cotoyogi', 'ROIS', 'training', 'https://ds.rois.ac.jp/en_center8/en_crawler/'],
  ['ICC-Crawler', 'NICT', 'training', LISTED],
  ['VelenPublicWebCrawler', 'Velen', 'training', 'https://velen.io'],
  ['Panscient', 'Panscient', 'training', 'https://panscient.com', 'Panscient(?:\\.com)?'],
  ['Factset_spyderbot', 'FactSet', 'training', 'https://www.factset.com/ai'],
  ['ISSCyberRiskCrawler', 'ISS', 'training', 'https://iss-cyber.com'],
  ['Sidetrade indexer bot', 'Sidetrade', 'training', 'https://www.sidetrade.com'],
  ['Spawning-AI', 'Spawning', 'other', 'https://datadome.co/bots/spawning-bot/'],
  ['TerraCotta', 'Ceramic AI', 'other', 'https://github.com/CeramicTeam/CeramicTerracotta', 'Terra ?Cotta'],
  ['CragCrawler', 'CragSoftware', 'other', `${KNOWN}/cragcrawler`],
  ['Datenbank Crawler', 'Datenbank', 'other', `${KNOWN}/datenbank-crawler`],
  ['netEstate Imprint Crawler', 'netEstate', 'other', `${KNOWN}/netestate-imprint-crawler`],
  ['WARDBot', 'Webspark', 'other', `${KNOWN}/wardbot`],
  ['LCC', 'Leipzig University', 'other', `${KNOWN}/lcc`, '^LCC(?= )'],
  ['FriendlyCrawler', 'Unknown', 'training', 'https://datadome.co/bots/friendlycrawler/'],
  ['MyCentralAIScraperBot', 'Unknown', 'other', LISTED],
  ['newsai', 'Unknown', 'other', `${KNOWN}/newsai`],
  ['NagetBot', 'Naget', 'other', 'https://naget.com/'],
  ['Poseidon Research Crawler', 'Poseidon Research', 'other', 'https://www.poseidonresearch.com'],
  ['Reflectionbot', 'Reflection AI', 'other', 'https://reflection.ai/'],
  ['WRTNBot', 'Wrtn', 'other', 'https://wrtn.ai/wrtnbot'],
  ['KunatoCrawler', 'Kunato', 'other', `${KNOWN}/kunatocrawler`],
  ['ExteContextCrawl', 'Exte', 'other', 'https://github.com/monperrus/crawler-user-agents'],
  ['Flyriverbot', 'Flyriver', 'other', 'https://flyriver.com/crawler'],
  ['TaraGroup Intelligent Bot', 'TaraGroup', 'other', `${KNOWN}/taragroup-intelligent-bot`],
  ['Thinkbot', 'Thinkbot', 'other', 'https://www.thinkbot.agency'],
  ['AgentTimes', 'The Agent Times', 'other', 'https://theagenttimes.com/about'],
  ['aiHitBot', 'aiHit', 'other', 'https://www.aihitdata.com/about'],
  ['Awario', 'Awario', 'other', 'https://awario.com/bots.html', 'Awario(?:Smart|Rss|Renderer)?(?:Bot)?'],
  ['bigsur.ai', 'Big Sur AI', 'user', 'https://bigsur.ai/'],
  ['BuddyBot', 'BuddyBotLearning', 'other', 'https://www.buddybotlearning.com'],
  ['Echobot Bot', 'Echobox', 'other', `${KNOWN}/echobot-bot`],
  ['EchoboxBot', 'Echobox', 'other', 'https://echobox.com'],
  ['GeistHaus-PageFetcher', 'GeistHaus', 'user', `${KNOWN}/geisthaus-pagefetcher`],
  ['KlaviyoAIBot', 'Klaviyo', 'other', 'https://www.klaviyo.com'],
  ['Linguee Bot', 'Linguee', 'other', LISTED],
  ['linkReader', 'Sider', 'user', 'https://sider.ai/'],
  ['Poggio-Citations', 'Poggio', 'user', 'https://docs.poggio.io/api/robots'],
  ['QualifiedBot', 'Qualified', 'other', 'https://www.qualified.com'],
  ['QuillBot', 'QuillBot', 'other', 'https://quillbot.com', 'QuillBot(?:\\.com)?'],
  ['SemrushBot-OCOB', 'Semrush', 'other', 'https://www.semrush.com/bot/'],
  ['SemrushBot-SWA', 'Semrush', 'other', 'https://www.semrush.com/bot/'],
  ['UseAI', 'UseAI', 'user', `${KNOWN}/useai`],
  ['ZipchatBot', 'Zipchat', 'other', LISTED],
  ['InstantAIGuruBot', 'Instant AI Guru', 'other', LISTED],
  ['wpbot', 'QuantumCloud', 'other', 'https://www.quantumcloud.com'],
  ['YaK', 'Meltwater', 'other', 'https://www.meltwater.com/en/suite/consumer-intelligence', 'YaK(?=/\\d)'],
];

/** Bots that are also editors, with a window in which people read pages. */
export const EDITORS: ReadonlySet<string> = new Set(['Cursor', 'Trae']);

/** The AI bots, in the order in which their patterns are tried. */
export const BOTS: readonly Bot[] = ROWS.map(([name, company, purpose, documentation, pattern]) => ({
  name,
  company,
  purpose,
  robotsToken: ROBOTS_TOKENS.has(name) ? name : null,
  followsRobots: ROBOTS_TOKENS.has(name) ? !MAY_IGNORE_ROBOTS.has(name) : null,
  documentation,
  pattern: pattern ?? literally(name),
}));
