/** Why a file is no sitemap, or no whole one, as the end of a sentence that names the file. */
export class NoSitemap extends Error {
  override readonly name = 'NoSitemap';
}

/** Why the pages of a site could not be read, in words for the owner: what it names is a file or an address. */
export class SitemapNotRead extends Error {
  override readonly name = 'SitemapNotRead';
}
