const BROWSERS = [
  { name: 'Edge', token: /\bEdg(?:e|A|iOS)?\// },
  { name: 'Opera', token: /\bOPR\// },
  { name: 'Firefox', token: /\b(?:Firefox|FxiOS)\// },
  { name: 'Chrome', token: /\b(?:Chrome|HeadlessChrome|CriOS)\// },
  { name: 'Safari', token: /\bSafari\// },
];

const SYSTEMS = [
  { name: 'iPhone', token: /\biPhone\b/ },
  { name: 'iPad', token: /\biPad\b/ },
  { name: 'Android', token: /\bAndroid\b/ },
  { name: 'Windows', token: /\bWindows\b/ },
  { name: 'macOS', token: /\bMac OS X\b/ },
  { name: 'Linux', token: /\bLinux\b/ },
];

/** `Firefox on Linux`; what the browser calls itself if that is not known, and a dash for nothing. */
export function browserName(userAgent: string): string {
  const browser = BROWSERS.find(({ token }) => token.test(userAgent))?.name;
  const system = SYSTEMS.find(({ token }) => token.test(userAgent))?.name;
  if (browser === undefined) return userAgent || '–';
  return system === undefined ? browser : `${browser} on ${system}`;
}
