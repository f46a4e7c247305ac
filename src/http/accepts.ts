/** Whether `Accept-Encoding` names the encoding and does not rule it out. */
export function accepts(headers: Pick<Headers, 'get'>, encoding: string): boolean {
  const accepted = headers.get('accept-encoding') ?? '';
  return accepted.split(',').some((part) => {
    const [name = '', ...parameters] = part.split(';').map((word) => word.trim().toLowerCase());
    return name === encoding && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter));
  });
}
