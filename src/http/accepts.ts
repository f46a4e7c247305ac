/** Whether `Accept-Encoding` names the encoding and does not rule it out. */
export function accepts(headers: Pick<Headers, 'get'>, encoding: string): boolean {
  const accepted = headers.get('accept-encoding') ?? '';
  return accepted.split(',').some((part) => {
    const [name = '', ...parameters] = part.split(';').map((word) => word.trim().toLowerCase());
    return name === encoding && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter));
  });
}

/** Whether `Accept` ranks a media type above another (RFC 9110, 12.5.1). Both are equal without it. */
export function prefers(headers: Pick<Headers, 'get'>, type: string, over: string): boolean {
  const ranges = (headers.get('accept') ?? '*/*').split(',').map(parseRange);
  return qualityOf(type, ranges) > qualityOf(over, ranges);
}

type MediaRange = { readonly range: string; readonly quality: number };

function parseRange(text: string): MediaRange {
  const [range = '', ...parameters] = text.split(';').map((word) => word.trim().toLowerCase());
  const given = parameters.find((parameter) => parameter.startsWith('q='));
  const quality = given === undefined ? 1 : Number(given.slice(2));
  return { range, quality: quality >= 0 && quality <= 1 ? quality : 0 };
}

/** That of the most specific range which has the type. */
function qualityOf(type: string, ranges: readonly MediaRange[]): number {
  const names = [type, type.replace(/\/.*/, '/*'), '*/*'];
  const found = names.flatMap((name) => ranges.filter(({ range }) => range === name));
  return found[0]?.quality ?? 0;
}
