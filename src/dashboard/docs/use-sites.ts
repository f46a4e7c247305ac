import { useEffect, useState } from 'preact/hooks';
import { send } from './send.ts';

export type OwnSite = { readonly id: string; readonly name: string };

/** The sites of the signed-in reader, the first twenty; none for others. */
export function useSites(): readonly OwnSite[] {
  const [sites, setSites] = useState<readonly OwnSite[]>([]);
  useEffect(() => {
    void findSites().then(setSites);
  }, []);
  return sites;
}

async function findSites(): Promise<readonly OwnSite[]> {
  const sent = await send('/graphql', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ query: '{ sites(first: 20) { id name } }' }),
  });
  if (sent.kind !== 'answer' || sent.status !== 200) return [];
  const { data } = JSON.parse(sent.text) as { data?: { sites?: readonly OwnSite[] | null } | null };
  return data?.sites ?? [];
}
