/** A product from which visits count as LLM referrals. */
export type LlmProduct = {
  /** The `source` of its referrals. */
  readonly source: string;
  /** As people know it. */
  readonly name: string;
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
    name: 'ChatGPT',
    company: 'OpenAI',
    hosts: ['chatgpt.com', 'chat.openai.com'],
    apps: ['com.openai.chatgpt', 'com.openai.chat'],
    utmSources: ['chatgpt', 'openai', 'openai.com'],
  },
  {
    source: 'perplexity',
    name: 'Perplexity',
    company: 'Perplexity',
    hosts: ['perplexity.ai', 'perplexity.com', 'pplx.ai'],
    apps: ['ai.perplexity.app.android'],
    utmSources: ['perplexity', 'perplexityai'],
  },
  {
    source: 'claude',
    name: 'Claude',
    company: 'Anthropic',
    hosts: ['claude.ai', 'claude.com'],
    apps: ['com.anthropic.claude'],
    utmSources: ['claude', 'anthropic'],
  },
  {
    source: 'gemini',
    name: 'Gemini',
    company: 'Google',
    hosts: ['gemini.google.com', 'bard.google.com'],
    apps: ['com.google.android.apps.bard'],
    utmSources: ['gemini', 'google-gemini', 'bard'],
  },
  { source: 'ai-studio', name: 'Google AI Studio', company: 'Google', hosts: ['aistudio.google.com'] },
  {
    source: 'notebooklm',
    name: 'NotebookLM',
    company: 'Google',
    hosts: ['notebooklm.google.com'],
    utmSources: ['notebooklm'],
  },
  {
    source: 'copilot',
    name: 'Copilot',
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
    name: 'Grok',
    company: 'xAI',
    hosts: ['grok.com', 'grok.x.ai'],
    paths: ['x.com/i/grok', 'twitter.com/i/grok'],
    apps: ['ai.x.grok'],
    utmSources: ['grok', 'x.ai', 'xai'],
  },
  {
    source: 'deepseek',
    name: 'DeepSeek',
    company: 'DeepSeek',
    hosts: ['deepseek.com'],
    apps: ['com.deepseek.chat'],
    utmSources: ['deepseek'],
  },
  {
    source: 'mistral',
    name: 'Le Chat',
    company: 'Mistral',
    hosts: ['chat.mistral.ai'],
    apps: ['ai.mistral.chat'],
    utmSources: ['mistral', 'mistral.ai', 'lechat', 'le-chat'],
  },
  {
    source: 'meta-ai',
    name: 'Meta AI',
    company: 'Meta',
    hosts: ['meta.ai'],
    utmSources: ['meta-ai', 'metaai'],
  },
  { source: 'you', name: 'You.com', company: 'You.com', hosts: ['you.com'] },
  { source: 'poe', name: 'Poe', company: 'Quora', hosts: ['poe.com'], apps: ['com.poe.android'] },
  { source: 'phind', name: 'Phind', company: 'Phind', hosts: ['phind.com'], utmSources: ['phind'] },
  {
    source: 'kimi',
    name: 'Kimi',
    company: 'Moonshot AI',
    hosts: ['kimi.com', 'kimi.ai', 'kimi.moonshot.cn'],
    apps: ['com.moonshot.kimichat'],
    utmSources: ['kimi'],
  },
  {
    source: 'doubao',
    name: 'Doubao',
    company: 'ByteDance',
    hosts: ['doubao.com'],
    apps: ['com.larus.nova'],
    utmSources: ['doubao'],
  },
  {
    source: 'qwen',
    name: 'Qwen',
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
  {
    source: 'yuanbao',
    name: 'Yuanbao',
    company: 'Tencent',
    hosts: ['yuanbao.tencent.com'],
    utmSources: ['yuanbao'],
  },
  {
    source: 'ernie',
    name: 'ERNIE Bot',
    company: 'Baidu',
    hosts: ['yiyan.baidu.com', 'chat.baidu.com'],
    utmSources: ['yiyan'],
  },
  {
    source: 'chatglm',
    name: 'ChatGLM',
    company: 'Zhipu AI',
    hosts: ['chatglm.cn', 'chat.z.ai'],
    utmSources: ['chatglm'],
  },
  {
    source: 'minimax',
    name: 'MiniMax',
    company: 'MiniMax',
    hosts: ['chat.minimax.io', 'chat.minimaxi.com', 'agent.minimax.io'],
  },
  { source: 'manus', name: 'Manus', company: 'Manus', hosts: ['manus.im'], utmSources: ['manus'] },
  {
    source: 'genspark',
    name: 'Genspark',
    company: 'Genspark',
    hosts: ['genspark.ai'],
    utmSources: ['genspark'],
  },
  { source: 'felo', name: 'Felo', company: 'Felo', hosts: ['felo.ai'], utmSources: ['felo'] },
  { source: 'liner', name: 'Liner', company: 'Liner', hosts: ['liner.com', 'getliner.com'] },
  { source: 'iask', name: 'iAsk', company: 'iAsk', hosts: ['iask.ai'], utmSources: ['iask'] },
  { source: 'andi', name: 'Andi', company: 'Andi', hosts: ['andisearch.com'] },
  { source: 'duckai', name: 'Duck.ai', company: 'DuckDuckGo', hosts: ['duck.ai'] },
  { source: 'brave', name: 'Ask Brave', company: 'Brave', hosts: [], paths: ['search.brave.com/ask'] },
  {
    source: 'kagi',
    name: 'Kagi Assistant',
    company: 'Kagi',
    hosts: ['assistant.kagi.com'],
    paths: ['kagi.com/assistant'],
  },
  { source: 'alice', name: 'Alice', company: 'Yandex', hosts: ['alice.yandex.ru'] },
  { source: 'gigachat', name: 'GigaChat', company: 'Sber', hosts: ['giga.chat'], utmSources: ['gigachat'] },
  { source: 'lmarena', name: 'LMArena', company: 'LMArena', hosts: ['lmarena.ai'], utmSources: ['lmarena'] },
  {
    source: 'openrouter',
    name: 'OpenRouter',
    company: 'OpenRouter',
    hosts: ['openrouter.ai'],
    utmSources: ['openrouter'],
  },
  { source: 't3-chat', name: 'T3 Chat', company: 'T3 Chat', hosts: ['t3.chat'] },
  { source: 'lumo', name: 'Lumo', company: 'Proton', hosts: ['lumo.proton.me'] },
  {
    source: 'huggingchat',
    name: 'HuggingChat',
    company: 'Hugging Face',
    hosts: [],
    paths: ['huggingface.co/chat'],
  },
  { source: 'pi', name: 'Pi', company: 'Inflection', hosts: ['pi.ai'] },
  { source: 'character-ai', name: 'Character.AI', company: 'Character.AI', hosts: ['character.ai'] },
  { source: 'jasper', name: 'Jasper', company: 'Jasper', hosts: ['app.jasper.ai'] },
  { source: 'writesonic', name: 'Writesonic', company: 'Writesonic', hosts: ['app.writesonic.com'] },
];
