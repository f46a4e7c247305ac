import packageJson from '../../package.json' with { type: 'json' };

/** Names the product, and where its operator is found if the setting PUBLIC_URL says so. */
export function userAgentOf(publicUrl: string | undefined): string {
  const product = `site-traffic/${packageJson.version}`;
  return publicUrl === undefined ? product : `${product} (+${publicUrl})`;
}
