// What Cloudflare's network does with what a Worker fetches: the service is elsewhere, all else is the site behind it.
export default {
  fetch: (request, { site, collector }) =>
    new URL(request.url).pathname.startsWith('/collect/') ? collector.fetch(request) : site.fetch(request),
};
