import type { BotPurpose } from './bots.ts';

/** Somebody who signs the requests of an AI agent (Web Bot Auth), and publishes the keys in a directory. */
export type Signer = {
  /** The host of the directory, as `Signature-Agent` names it. */
  readonly host: string;
  readonly company: string;
  /** The bot whose visits these are if their user agent names none. */
  readonly botName: string;
  /** That of the bot's name, if no bot of the catalogue has it. */
  readonly purpose: BotPurpose;
};

/** Bedrock AgentCore has a directory for each region of AWS. */
const AGENT_CORE_HOSTS = [
  'xhah6q48pbxb4.keydirectory.signer.us-east-1.on.aws',
  'ogtj5xdh5udp4.keydirectory.signer.us-east-2.on.aws',
  'bxtrz00tv0lm1.keydirectory.signer.us-west-2.on.aws',
  'c3drvlj8gw240.keydirectory.signer.eu-west-1.on.aws',
  'o42g509c7dlj6.keydirectory.signer.eu-central-1.on.aws',
  'kzejmtkesloc1.keydirectory.signer.ap-northeast-1.on.aws',
  'wdfzm130yrb91.keydirectory.signer.ap-south-1.on.aws',
  'slf696jfe4gp0.keydirectory.signer.ap-southeast-1.on.aws',
  'meh0x7tptr6o1.keydirectory.signer.ap-southeast-2.on.aws',
];

/** The signers of AI agents and bots whose directories are known. Who signs for other uses is not among them. */
export const SIGNERS: readonly Signer[] = [
  signer('chatgpt.com', 'OpenAI', 'ChatGPT Agent'),
  signer('agent.bot.goog', 'Google', 'Google-Agent'),
  ...AGENT_CORE_HOSTS.map((host) => signer(host, 'Amazon', 'Amazon-Bedrock-AgentCore-Browser')),
  signer('www.browserbase.com', 'Browserbase', 'Browserbase'),
  signer('api.anchorbrowser.io', 'Anchor', 'Anchor Browser'),
  signer('www.kernel.sh', 'Kernel', 'Kernel Agent'),
  signer('search.bot.kernel.sh', 'Kernel', 'KernelSearchBot', 'search'),
  signer('api.manus.im', 'Manus', 'Manus-User'),
  signer('assistbot.duckduckgo.com', 'DuckDuckGo', 'DuckAssistBot', 'user'),
  signer('web-bot-auth.cloudflare-browser-rendering-085.workers.dev', 'Cloudflare', 'Cloudflare-Browser-Run'),
  signer('you.com', 'You.com', 'YouBot', 'search'),
  signer('crawler.exa.ai', 'Exa', 'ExaSearchBot', 'search'),
  signer('api.agi.tech', 'AGI', 'AGI Agent'),
  signer('api.apify.com', 'Apify', 'ApifyWebsiteContentCrawler', 'other'),
  signer('www.meta.com', 'Meta', 'meta-externaltest', 'other'),
  signer('www.klaviyo.com', 'Klaviyo', 'KlaviyoAIBot', 'other'),
];

function signer(host: string, company: string, botName: string, purpose: BotPurpose = 'agent'): Signer {
  return { host, company, botName, purpose };
}
