/** The addresses of the sitemaps that a robots.txt names (sitemaps.org), in whatever group, each once. */
export function sitemapsIn(robots: string): readonly string[] {
  const named = robots.split(/[\r\n]/).flatMap((line) => {
    const [, address] = /^\uFEFF?\s{0,99}sitemap\s{0,99}:\s{0,99}(\S{1,2048})/i.exec(line) ?? [];
    return address === undefined ? [] : [address];
  });
  return [...new Set(named)];
}
