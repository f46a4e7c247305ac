import { setTimeout as wait } from 'node:timers/promises';

export const dynamic = 'force-dynamic';
export const GET = async () => {
  await wait(10);
  return new Response('page', { headers: { 'content-type': 'text/plain' } });
};
