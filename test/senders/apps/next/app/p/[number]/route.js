export const dynamic = 'force-dynamic';
export const GET = () => new Response('page', { headers: { 'content-type': 'text/plain' } });
export const POST = GET;
