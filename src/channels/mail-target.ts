import { TargetRefused } from '../domain/channel.ts';

const LONGEST = 254;

/** One address and nothing else: no list, no name, and nothing that a mail program would read as more than that, or not show. */
const ADDRESS =
  /^[^\s\p{C}@<>(),:;"[\]\\]{1,64}@[^\s\p{C}@<>(),:;"[\]\\.]+(?:\.[^\s\p{C}@<>(),:;"[\]\\.]+)+$/u;

/** Throws TargetRefused. */
export function parseMailTarget(text: string): string {
  const address = text.trim().normalize('NFC');
  if (address.length <= LONGEST && ADDRESS.test(address)) return address;
  throw new TargetRefused('the target must be an e-mail address such as name@example.com');
}
