import { decode } from 'punycode/punycode.es6.js';
import { hasHidden } from './hidden-text.ts';

/** A domain as people read it: `münchen.de` for `xn--mnchen-3ya.de`. */
export const readableDomain = (domain: string): string => domain.split('.').map(readableLabel).join('.');

/** What no registry would have encoded stays as it is. */
function readableLabel(label: string): string {
  if (!label.startsWith('xn--')) return label;
  try {
    const text = decode(label.slice(4));
    return /[\u0080-\uffff]/.test(text) && !hasHidden(text) ? text : label;
  } catch {
    return label;
  }
}
