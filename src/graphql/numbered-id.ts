const NUMBERED = /^(key|session|share)_(\d{1,15})$/;

/** The number in an id such as `key_7`; 0, which nothing has, for any other text. */
export function numberIn(kind: 'key' | 'session' | 'share', id: string): number {
  const [, found, number] = NUMBERED.exec(id) ?? [];
  return found === kind ? Number(number) : 0;
}
