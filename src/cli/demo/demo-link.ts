import { join } from 'node:path';
import { keepSecret } from './keep-secret.ts';

/** A link that signs the owner of the demo in once, and the file that contains it. */
export type DemoLink = { readonly link: string; readonly linkFile: string };

export function keepLink(folder: string, link: string): DemoLink {
  const linkFile = join(folder, 'demo-sign-in-link');
  keepSecret(linkFile, link);
  return { link, linkFile };
}
