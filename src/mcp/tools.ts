import { companiesTool } from './companies.ts';
import { eventsTool } from './events.ts';
import { explainBot } from './explain-bot.ts';
import { getObedience } from './get-obedience.ts';
import { listAlerts } from './list-alerts.ts';
import { listSites } from './list-sites.ts';
import { pagesTool } from './pages.ts';
import { reachPagesTool } from './reach-pages.ts';
import { reachTool } from './reach.ts';
import { statsTool } from './stats.ts';
import { timeseriesTool } from './timeseries.ts';
import type { Tool } from './tool.ts';

/** Every tool, in the order in which they are listed. */
export const TOOLS: readonly Tool[] = [
  listSites,
  statsTool,
  timeseriesTool,
  companiesTool,
  pagesTool,
  eventsTool,
  explainBot,
  getObedience,
  listAlerts,
  reachTool,
  reachPagesTool,
];
