/** A product from which visits count as LLM referrals. */
export type LlmProduct = {
  /** The `source` of its referrals. */
  readonly source: string;
  readonly company: string;
  /** Hosts that belong to the product as a whole, subdomains included. */
  readonly hosts: readonly string[];
  /** If the product shares a host with others, the beginnings of its addresses: `host/path`. */
  readonly paths?: readonly string[];
  /** Android packages; browsers send `android-app://package` as the referrer. */
  readonly apps?: readonly string[];
  /** Values of `utm_source` besides the hosts. No common word that other campaigns might use. */
  readonly utmSources?: readonly string[];
};

export const LLM_PRODUCTS: readonly LlmProduct[] = [
  {
    source: 'chatgpt',
    company: 'OpenAI',
    hosts: ['chatgpt.com', 'chat.openai.com'],
    apps: ['com.openai.chatgpt', 'com.openai.chat'],
    utmSources: ['chatgpt', 'openai', 'openai.com'],
  },
  {
    source: 'perplexity',
    company: 'Perplexity',
    hosts: ['perplexity.ai', 'perplexity.com', 'pplx.ai'],
    apps: ['ai.perplexity.app.android'],
    utmSources: ['perplexity', 'perplexityai'],
  },
  {
    source: 'claude',
    company: 'Anthropic',
    hosts: ['claude.ai', 'claude.com'],
    apps: ['com.anthropic.claude'],
    utmSources: ['claude', 'anthropic'],
  },
  {
    source: 'gemini',
    company: 'Google',
    hosts: ['gemini.google.com', 'bard.google.com'],
    apps: ['com.google.android.apps.bard'],
    utmSources: ['gemini', 'google-gemini', 'bard'],
  },
  { source: 'ai-studio', company: 'Google', hosts: ['aistudio.google.com'] },
  { source: 'notebooklm', company: 'Google', hosts: ['notebooklm.google.com'], utmSources: ['notebooklm'] },
  {
    source: 'copilot',
    company: 'Microsoft',
    hosts: [
      'copilot.microsoft.com',
      'copilot.cloud.microsoft',
      'm365.cloud.microsoft',
      'copilot.com',
      // the sidebar of Edge
      'edgeservices.bing.com',
    ],
    paths: ['bing.com/chat', 'bing.com/copilotsearch', 'github.com/copilot'],
    apps: ['com.microsoft.copilot'],
    utmSources: ['copilot', 'microsoft-copilot', 'bing-copilot'],
  },
  {
    source: 'grok',
    company: 'xAI',
    hosts: ['grok.com', 'grok.x.ai'],
    paths: ['x.com/i/grok', 'twitter.com/i/grok'],
    apps: ['ai.x.grok'],
    utmSources: ['grok', 'x.ai', 'xai'],
  },
  {
    source: 'deepseek',
    company: 'DeepSeek',
    hosts: ['deepseek.com'],
    apps: ['com.deepseek.chat'],
    utmSources: ['deepseek'],
  },
  {
    source: 'mistral',
    company: 'Mistral',
    hosts: ['chat.mistral.ai'],
    apps: ['ai.mistral.chat'],
    utmSources: ['mistral', 'mistral.ai', 'lechat', 'le-chat'],
  },
  { source: 'meta-ai', company: 'Meta', hosts: ['meta.ai'], utmSources: ['meta-ai', 'metaai'] },
  { source: 'you', company: 'You.com', hosts: ['you.com'] },
  { source: 'poe', company: 'Quora', hosts: ['poe.com'], apps: ['com.poe.android'] },
  { source: 'phind', company: 'Phind', hosts: ['phind.com'], utmSources: ['phind'] },
  {
    source: 'kimi',
    company: 'Moonshot AI',
    hosts: ['kimi.com', 'kimi.ai', 'kimi.moonshot.cn'],
    apps: ['com.moonshot.kimichat'],
    utmSources: ['kimi'],
  },
  {
    source: 'doubao',
    company: 'ByteDance',
    hosts: ['doubao.com'],
    apps: ['com.larus.nova'],
    utmSources: ['doubao'],
  },
  {
    source: 'qwen',
    company: 'Alibaba',
    hosts: [
      'chat.qwen.ai',
      'qwen.ai',
      'qianwen.com',
      'tongyi.com',
      'tongyi.aliyun.com',
      'qianwen.aliyun.com',
    ],
    apps: ['ai.qwenlm.chat.android'],
    utmSources: ['qwen', 'tongyi', 'qianwen'],
  },
  { source: 'yuanbao', company: 'Tencent', hosts: ['yuanbao.tencent.com'], utmSources: ['yuanbao'] },
  { source: 'ernie', company: 'Baidu', hosts: ['yiyan.baidu.com', 'chat.baidu.com'], utmSources: ['yiyan'] },
  { source: 'chatglm', company: 'Zhipu AI', hosts: ['chatglm.cn', 'chat.z.ai'], utmSources: ['chatglm'] },
  {
    source: 'minimax',
    company: 'MiniMax',
    hosts: ['chat.minimax.io', 'chat.minimaxi.com', 'agent.minimax.io'],
  },
  { source: 'manus', company: 'Manus', hosts: ['manus.im'], utmSources: ['manus'] },
  { source: 'genspark', company: 'Genspark', hosts: ['genspark.ai'], utmSources: ['genspark'] },
  { source: 'felo', company: 'Felo', hosts: ['felo.ai'], utmSources: ['felo'] },
  { source: 'liner', company: 'Liner', hosts: ['liner.com', 'getliner.com'] },
  { source: 'iask', company: 'iAsk', hosts: ['iask.ai'], utmSources: ['iask'] },
  { source: 'andi', company: 'Andi', hosts: ['andisearch.com'] },
  { source: 'duckai', company: 'DuckDuckGo', hosts: ['duck.ai'] },
  { source: 'brave', company: 'Brave', hosts: [], paths: ['search.brave.com/ask'] },
  { source: 'kagi', company: 'Kagi', hosts: ['assistant.kagi.com'], paths: ['kagi.com/assistant'] },
  { source: 'alice', company: 'Yandex', hosts: ['alice.yandex.ru'] },
  { source: 'gigachat', company: 'Sber', hosts: ['giga.chat'], utmSources: ['gigachat'] },
  { source: 'lmarena', company: 'LMArena', hosts: ['lmarena.ai'], utmSources: ['lmarena'] },
  { source: 'openrouter', company: 'OpenRouter', hosts: ['openrouter.ai'], utmSources: ['openrouter'] },
  { source: 't3-chat', company: 'T3 Chat', hosts: ['t3.chat'] },
  { source: 'lumo', company: 'Proton', hosts: ['lumo.proton.me'] },
  { source: 'huggingchat', company: 'Hugging Face', hosts: [], paths: ['huggingface.co/chat'] },
  { source: 'pi', company: 'Inflection', hosts: ['pi.ai'] },
  { source: 'character-ai', company: 'Character.AI', hosts: ['character.ai'] },
  { source: 'jasper', company: 'Jasper', hosts: ['app.jasper.ai'] },
  { source: 'writesonic', company: 'Writesonic', hosts: ['app.writesonic.com'] },
];

const COMPANIES = new Map(LLM_PRODUCTS.map(({ source, company }) => [source, company]));

/** The company of a referral source; a source that the list does not have stands for itself. */
export function companyOfSource(source: string): string {
  return COMPANIES.get(source) ?? source;
}
