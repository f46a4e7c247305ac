const TIME = String.raw`(?:[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[\d.]{0,10}(?:Z|[+-]\d\d:?\d\d))`;
const PARAMETERS = String.raw`(?: [^\s="\]]{1,32}="(?:[^"\\\]]|\\.){0,1024}")`;
/** An element without parameters is told from other brackets by its "@". */
const ELEMENT = String.raw`\[[^\s="\]@]{1,32}(?:@\d{1,16}${PARAMETERS}{0,32}|${PARAMETERS}{1,32})\]`;
const TAG = String.raw`[^\s:"{}[\]]{1,64}(?:\[\d{1,10}\])?: {1,2}`;

/**
 * `Nov 20 10:00:00 web1 nginx[7]: `, also with a time in ISO 8601 and a priority (RFC 3164, and what rsyslog makes of it).
 * The host may be missing, and the tag if a JSON object or an IP address follows.
 */
const TRADITIONAL = new RegExp(
  String.raw`^(?:<\d{1,3}>)?${TIME} (?:[^\s"{}[\]]{1,255} )??(?:${TAG}|(?=[[]?\{"|\d{1,3}(?:\.\d{1,3}){3} ))`,
);

/**
 * `<190>1 2026-11-20T10:00:00.123Z web1 nginx 7 - - ` (RFC 5424). Heroku leaves out the structured data, the last of these.
 */
const VERSION_1 = new RegExp(
  String.raw`^(?:<\d{1,3}>)?1 (?:-|${TIME}) [^\s"]{1,255} [^\s"]{1,48} [^\s"]{1,128} [^\s"]{1,32} (?:(?:-|(?:${ELEMENT}){1,8}) )?\uFEFF?`,
);

/** `2026-11-20T10:00:00.123456789Z stdout F `, in the files that Kubernetes keeps of its containers; P where it broke a line. */
const CONTAINER = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{1,9}(?:Z|[+-]\d\d:\d\d) std(?:out|err) [FP] /;

/** The line without what syslog, or the log of a container, wrote before it. Other lines cost nothing. */
export function withoutSyslogPrefix(line: string): string {
  if (!mayHavePrefix(line)) return line;
  const found = VERSION_1.exec(line) ?? CONTAINER.exec(line) ?? TRADITIONAL.exec(line);
  return found ? line.slice(found[0].length) : line;
}

const [SPACE, HYPHEN, ZERO, NINE, LESS_THAN, CAPITAL_A, CAPITAL_Z] = [
  0x20, 0x2d, 0x30, 0x39, 0x3c, 0x41, 0x5a,
];

/** A priority, the name of a month, a year or the version. */
function mayHavePrefix(line: string): boolean {
  const first = line.charCodeAt(0);
  if (first === LESS_THAN) return true;
  if (first >= CAPITAL_A && first <= CAPITAL_Z) return line.charCodeAt(3) === SPACE;
  if (first < ZERO || first > NINE) return false;
  return line.charCodeAt(4) === HYPHEN || line.charCodeAt(1) === SPACE;
}
