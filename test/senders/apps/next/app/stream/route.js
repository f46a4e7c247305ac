export const dynamic = 'force-dynamic';
export const GET = () =>
  new Response(
    new ReadableStream({
      start(controller) {
        for (const part of ['one, ', 'two']) controller.enqueue(new TextEncoder().encode(part));
        controller.close();
      },
    }),
  );
