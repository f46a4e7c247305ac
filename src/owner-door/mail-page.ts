import type { Response } from '@whatwg-node/fetch';
import type { MailLink } from '../operations/delivery/mail-links.ts';
import { htmlPage } from '../http/page.ts';

/** Only its own style, and its form, which leads to the page itself. */
const SOURCES = "style-src 'unsafe-inline'";

const STYLE = `
:root { color-scheme: light dark; }
body { margin: 0; font: 16px/24px system-ui, sans-serif; background: #f0f4f4; color: #0f1a1e; }
main { box-sizing: border-box; max-width: 480px; margin: 12vh auto 0; padding: 24px; background: #fdfefe; border: 1px solid #dbe1e1; border-radius: 12px; }
h1 { margin: 0 0 8px; font-size: 20px; line-height: 26px; }
p { margin: 0 0 16px; }
p:last-child { margin: 0; }
button { font: inherit; font-weight: 600; padding: 8px 16px; border: 0; border-radius: 7px; background: #0f1a1e; color: #fdfefe; cursor: pointer; }
@media (max-width: 520px) { main { margin: 16px; } }
@media (prefers-color-scheme: dark) {
  body { background: #080d0f; color: #ecf1f1; }
  main { background: #0e1516; border-color: #242c2e; }
  button { background: #ecf1f1; color: #0e1516; }
}`;

type Words = { readonly heading: string; readonly text: string; readonly button?: string };

const ASKING: Readonly<Record<MailLink['wish'], Words>> = {
  confirm: {
    heading: 'Send alerts to your address?',
    text: 'The account that the mail names wants to send you alerts and digests about bots on a website. You can end them at any time with a link in each mail.',
    button: 'Confirm',
  },
  unsubscribe: {
    heading: 'Unsubscribe?',
    text: 'You will get no more alerts and digests of this channel.',
    button: 'Unsubscribe',
  },
};

const DONE: Readonly<Record<MailLink['wish'], Words>> = {
  confirm: { heading: 'Confirmed', text: 'Alerts and digests will be sent to your address from now on.' },
  unsubscribe: { heading: 'Unsubscribed', text: 'No more mails of this channel will be sent to you.' },
};

const INVALID: Words = {
  heading: 'This link leads nowhere',
  text: 'It is incomplete, or the channel it belongs to was deleted or switched off. Nothing was changed.',
};

/** The page in front: it changes nothing, since programs open the links of mails, too. */
export function askingPage(wish: MailLink['wish']): Response {
  return page(ASKING[wish]);
}

export function donePage(wish: MailLink['wish']): Response {
  return page(DONE[wish]);
}

export function invalidPage(status: number): Response {
  return page(INVALID, status);
}

/** All words are the service's own. */
function page({ heading, text, button }: Words, status = 200): Response {
  const form = button === undefined ? '' : `<form method="post"><button>${button}</button></form>`;
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${heading}</title>
<style>${STYLE}</style>
</head>
<body><main><h1>${heading}</h1><p>${text}</p>${form}</main></body>
</html>
`;
  return htmlPage(html, SOURCES, { status, formsTo: "'self'" });
}
