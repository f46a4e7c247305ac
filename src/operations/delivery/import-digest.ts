/** What makes and writes digests. It is imported late, since many services send none. */
export async function importDigest() {
  const [{ gatherDigest }, { digestHtml }, { writeIssue }, { sitesOf }, { digestLinks, digestMessage }] =
    await Promise.all([
      import('../digest/gather.ts'),
      import('../digest/html.ts'),
      import('../digest/issue.ts'),
      import('../digest/subject.ts'),
      import('./digest-message.ts'),
    ]);
  return { gatherDigest, digestHtml, writeIssue, sitesOf, digestLinks, digestMessage };
}
