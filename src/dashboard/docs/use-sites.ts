import { useEffect, useState } from 'preact/hooks';
import { sendRequest } from './send-request.ts';

export type SiteChoice = { readonly id: string; readonly name: string };

/** The sites of the signed-in reader, the first twenty; none for others. */
export function useSites(): readonly SiteChoice[] {
  const [sites, setSites] = useState<readonly SiteChoice[]>([]);
  useEffect(() => {
    void findSites().then(setSites);
  }, []);
  return sites;
}

async function findSites(): Promise<readonly SiteChoice[]> {
  const sent = await sendRequest('/graphql', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ query: '{ sites(first: 20) { id name } }' }),
  });
  if (sent.kind !== 'answer' || sent.status !== 200) return [];
  const { data } = JSON.parse(sent.text) as { data?: { sites?: readonly SiteChoice[] | null } | null };
  return data?.sites ?? [];
}
