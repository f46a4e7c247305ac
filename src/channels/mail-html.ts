import type { Message } from '../domain/channel.ts';
import { unlinked } from '../domain/plain-text.ts';

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/** The document of a short mail, made of its text: it loads nothing, and its only links are the service's own. */
export function mailHtml({ title, text, link, unsubscribe }: Message): string {
  const paragraphs = text
    .split('\n')
    .map((line) => `<p class="ink2" style="margin:0 0 8px">${shown(line)}</p>`);
  const button =
    link === undefined
      ? ''
      : `<p style="margin:16px 0 0"><a class="btn" href="${escaped(link.url)}" style="display:inline-block;background:#0f1a1e;color:#fdfefe;font-weight:600;text-decoration:none;padding:8px 14px;border-radius:7px">${escaped(link.label)}</a></p>`;
  const foot =
    unsubscribe === undefined
      ? ''
      : `<p class="ink3" style="${FONT};font-size:13px;line-height:19px;color:#5b676a;margin:16px 4px 0"><a class="ink3" href="${escaped(unsubscribe)}" style="color:#5b676a">Unsubscribe</a> from the mails of this channel.</p>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${shown(title)}</title>
<style>
:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) { .ground { background: #080d0f !important; } .sheet { background: #0e1516 !important; border-color: #242c2e !important; } .ink { color: #ecf1f1 !important; } .ink2 { color: #b4bcbd !important; } .ink3 { color: #929c9e !important; } .btn { background: #ecf1f1 !important; color: #0e1516 !important; } }
</style>
</head>
<body class="ground" style="margin:0;padding:0;background:#f0f4f4">
<table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#f0f4f4"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px;border-collapse:separate"><tr><td class="sheet" bgcolor="#fdfefe" style="${FONT};font-size:14px;line-height:20px;color:#414e52;background:#fdfefe;border:1px solid #dbe1e1;border-radius:12px;padding:18px 20px 20px;word-break:break-word">
<h1 class="ink" style="margin:0 0 8px;font-size:16px;line-height:22px;font-weight:700;color:#0f1a1e">${shown(title)}</h1>
${paragraphs.join('\n')}
${button}
</td></tr><tr><td>${foot}</td></tr></table>
</td></tr></table>
</body>
</html>
`;
}

/** Names and paths that visitors chose may be in it. */
function shown(text: string): string {
  return escaped(unlinked(text));
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
