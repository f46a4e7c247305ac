/** Finds the page about a robot by its product token, case ignored; null if none is known. */
export type RobotPages = (token: string) => string | null;

let pages: Promise<RobotPages> | undefined;

/**
 * The pages that crawler-user-agents has: those of the robots whose expression is a plain text. The list is read when it is first
 * asked for, since hardly any process needs it.
 */
export function robotPages(): Promise<RobotPages> {
  return (pages ??= readPages());
}

async function readPages(): Promise<RobotPages> {
  const { default: robots } = await import('crawler-user-agents');
  const byToken = new Map(
    robots.flatMap(({ pattern, url }) => {
      const token = plainText(pattern);
      return token === undefined || url === undefined || !isWeb(url) ? [] : [[token, url] as const];
    }),
  );
  return (token) => byToken.get(token.toLowerCase()) ?? null;
}

/** The text that an expression stands for, without anchors and a slash at its end; undefined if it stands for several. */
function plainText(pattern: string): string | undefined {
  const text = pattern.replace(/^\^|\$$/g, '').replace(/\\([^\w\s])/g, '$1');
  return /[[\](){}|*+?^$\\]/.test(text) ? undefined : text.replace(/\/$/, '').trim().toLowerCase();
}

function isWeb(url: string): boolean {
  return /^https?:\/\//.test(url);
}
