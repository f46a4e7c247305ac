export const dynamic = 'force-dynamic';
export const GET = () =>
  new Response('not found', { status: 404, headers: { 'content-type': 'text/plain' } });
