import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NoSitemap } from '../../src/sitemap/no-sitemap.ts';
import { type SitemapBounds, readSitemap } from '../../src/sitemap/read-sitemap.ts';
import type { SitemapEntry } from '../../src/sitemap/sitemap-elements.ts';

/** Reads a sitemap that arrives in pieces of so many octets. */
async function read(
  content: string | Buffer,
  { octets = Infinity, bounds }: { readonly octets?: number; readonly bounds?: SitemapBounds } = {},
) {
  const whole = Buffer.from(content);
  async function* pieces() {
    await Promise.resolve();
    for (let at = 0; at < whole.length; at += octets)
      yield whole.subarray(at, at + Math.min(octets, whole.length));
  }
  const entries: SitemapEntry[] = [];
  let kind: string | undefined;
  for await (const part of readSitemap(pieces(), bounds)) {
    ({ kind } = part);
    entries.push(...part.entries);
  }
  return { kind, entries };
}

async function problemOf(content: string | Buffer, bounds?: SitemapBounds): Promise<string> {
  const error = await read(content, bounds && { bounds }).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(NoSitemap);
  return (error as Error).message;
}

const NS = 'http://www.sitemaps.org/schemas/sitemap/0.9';

const SITEMAP = `\uFEFF<?xml version="1.0" encoding="UTF-8"?>
<?xml-stylesheet type="text/xsl" href="/style.xsl?a>b"?>
<!-- a <url> that is none: <loc>https://x.example/no</loc> -->
<urlset xmlns="${NS}" xmlns:image='http://www.google.com/schemas/sitemap-image/1.1'
        xmlns:xhtml="http://www.w3.org/1999/xhtml">
  <url>
    <loc> https://x.example/a?b=1&amp;c=&#50;&#x33;&nbsp;d </loc><lastmod>2026-03-01</lastmod>
    <priority>0.5</priority>
    <image:image><image:loc>https://x.example/picture.png</image:loc></image:image>
    <xhtml:link rel="alternate" hreflang="de" href="https://x.example/de?a>b"/>
  </url>
  <url><loc><![CDATA[https://x.example/c?<&]]></loc><!-- no date --></url>
  <url><lastmod>2026-03-02</lastmod></url>
  <url/>
  <url><image:loc>https://x.example/other</image:loc><loc>https://x.example/ü</loc></url>
</urlset>
`;

const ENTRIES = [
  { address: 'https://x.example/a?b=1&c=23&nbsp;d', lastmod: '2026-03-01' },
  { address: 'https://x.example/c?<&', lastmod: undefined },
  { address: 'https://x.example/ü', lastmod: undefined },
];

describe('a sitemap', () => {
  it('is read without what belongs to others, in whatever pieces it arrives', async () => {
    for (const octets of [Infinity, 1, 7])
      expect(await read(SITEMAP, { octets })).toEqual({ kind: 'urlset', entries: ENTRIES });
  });

  it('is read with a prefix, and without a namespace', async () => {
    const prefixed = `<s:urlset xmlns:s="${NS}" xmlns="urn:other"><s:url><s:loc>https://x.example/a</s:loc><loc>no</loc></s:url></s:urlset>`;
    const bare = '<urlset><url><loc>https://x.example/a</loc></url></urlset>';
    const twice = `<urlset xmlns="${NS}"><p:url xmlns:p="${NS}"><p:loc>https://x.example/a</p:loc></p:url></urlset>`;
    for (const text of [prefixed, bare, twice])
      expect((await read(text)).entries).toEqual([{ address: 'https://x.example/a', lastmod: undefined }]);
  });

  it('may be an index, or a list of addresses, and packed', async () => {
    const index = `<sitemapindex xmlns="${NS}"><sitemap><loc>https://x.example/1.xml</loc></sitemap></sitemapindex>`;
    expect(await read(gzipSync(index))).toEqual({
      kind: 'sitemapindex',
      entries: [{ address: 'https://x.example/1.xml', lastmod: undefined }],
    });
    const list = '\uFEFFhttps://x.example/a\r\n\n  https://x.example/b \rhttps://x.example/c';
    for (const text of [
      list,
      gzipSync(list),
      Buffer.concat([gzipSync(list.slice(0, 9)), gzipSync(list.slice(9))]),
    ])
      expect((await read(text)).entries.map(({ address }) => address)).toEqual(
        ['a', 'b', 'c'].map((page) => `https://x.example/${page}`),
      );
  });

  it.each([
    ',2026-11-01',
    ',2026-11-01T08:00:00Z,0.8',
    ', 0.8',
    ',,0.8',
    ',',
    ',"A page"',
    ';https://x.example/b',
    '\t0.8',
  ])('is no table whose rows begin with an address and go on with %j', async (more) => {
    expect(await problemOf(`https://x.example/a${more}\nhttps://x.example/b${more}`)).toBe(
      'is a table, such as CSV: a list has one address on each line, and nothing else',
    );
  });

  it.each(['/0,1518,80,00.html', '/a;v=1', '/a,b', '/2026-11-01,a', '/a,2026-11-011'])(
    'may list %s, whose comma or semicolon is its own',
    async (path) => {
      const address = `https://x.example${path}`;
      expect((await read(`${address}\n`)).entries).toEqual([{ address, lastmod: undefined }]);
    },
  );

  it.each([
    ['', 'is empty'],
    ['<!-- nothing -->', 'is empty'],
    [
      '<!DOCTYPE urlset [<!ENTITY a "aaaa">]><urlset/>',
      'has a document type declaration, which sitemaps do without',
    ],
    [
      '<html><body>404</body></html>',
      'begins with <html>, where a sitemap begins with <urlset> or <sitemapindex>',
    ],
    ['<urlset><url><loc>https://x.example/a</loc></url>', 'ends within <urlset>'],
    ['<urlset><url><loc>https://x.exa', 'ends within <loc>'],
    ['<urlset><url><loc', 'ends in the middle of a tag'],
    ['<urlset><!-- a', 'ends in the middle of a tag'],
    ['<urlset></url></urlset>', 'is no XML: </url> ends nothing that is open'],
    ['<urlset>< url></urlset>', 'is no XML: "< url>" is no tag'],
    ['<urlset></urlset><urlset></urlset>', 'goes on after its end, with <urlset>'],
    [`<urlset>${'<a>'.repeat(40)}`, 'has more than 32 elements within each other'],
    [`<urlset><url a="${'x'.repeat(200_000)}`, 'has a tag of more than 65,536 characters'],
    [Buffer.from([0x3c, 0x75, 0xff, 0xfe]), 'is not UTF-8'],
    [gzipSync(SITEMAP).subarray(0, 60), 'is compressed by gzip, and broken'],
    [Buffer.from('PK\x03\x04 and more'), 'is a zip archive; sitemaps are compressed by gzip'],
  ])('%# %.40s is refused', async (content, problem) => {
    expect(await problemOf(content)).toBe(problem);
  });

  it('is read up to its bounds, packed or not', async () => {
    const page = '<url><loc>https://x.example/a</loc></url>';
    const bounds = { entries: 3, octets: 1_000 };
    expect((await read(`<urlset>${page.repeat(3)}</urlset>`, { bounds })).entries).toHaveLength(3);
    expect(await problemOf(`<urlset>${page.repeat(4)}</urlset>`, bounds)).toBe('has more than 3 addresses');
    const bomb = gzipSync(`<urlset>${' '.repeat(1_000_000)}</urlset>`);
    expect(bomb.length).toBeLessThan(2_000);
    expect(await problemOf(bomb, bounds)).toBe('has more than 1,000 bytes');
  });

  it('is read in time linear in its length, however hostile', async () => {
    const hostile = [
      `<urlset>${'<!'.repeat(200_000)}`,
      `<urlset>${'&'.repeat(400_000)}</urlset>`,
      `<urlset>${'<![CDATA['.repeat(100_000)}`,
      `<urlset ${"xmlns='".repeat(9_000)}'>`,
      `<urlset><url><loc>${'a'.repeat(1_000_000)}</loc></url></urlset>`,
      `https://${'x'.repeat(1_000_000)}`,
      `<${'a'.repeat(60_000)} ${' '.repeat(5_000)}/`,
    ];
    const beganMs = performance.now();
    for (const text of hostile) await read(text, { octets: 1_000 }).catch(() => undefined);
    expect(performance.now() - beganMs).toBeLessThan(20_000);
  });

  it('of any bytes is read or refused, and no other error is thrown', async () => {
    const parts = fc.constantFrom(
      ...[
        '<urlset>',
        '</urlset>',
        '<url>',
        '</url>',
        '<loc>',
        '</loc>',
        '<',
        '>',
        '&amp;',
        '&',
        '<!--',
        '-->',
        '<![CDATA[',
        ']]>',
      ],
      ...['<?', '?>', 'a', ' ', '"', "'", '/', '\n', 'xmlns:a="b"', '<a:loc>', '\uFEFF'],
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(parts, { maxLength: 30 }),
        fc.integer({ min: 1, max: 9 }),
        async (some, octets) => {
          const outcome = async (size: number) =>
            read(some.join(''), { octets: size }).catch((error: unknown) => {
              expect(error).toBeInstanceOf(NoSitemap);
              return (error as Error).message;
            });
          expect(await outcome(octets)).toEqual(await outcome(Infinity));
        },
      ),
    );
  });
});
