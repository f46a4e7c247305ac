import { MOST_TITLE } from '../../domain/alert.ts';
import { sumOfCounts } from '../../domain/event-counts.ts';
import type { DigestContent } from './content.ts';
import { type Form, formsOf } from './forms.ts';
import { escaped, link, paragraph } from './html-parts.ts';
import { otherSites, siteSheet } from './html-sites.ts';
import { ABOVE, BODY, FONT, SHADES, STYLE } from './html-style.ts';
import { ARROWS } from './html-tables.ts';
import type { DigestLinks } from './links.ts';
import { introductionOf, quietSentences, reasonOf, titleOf } from './sentences.ts';
import { digestSubject } from './subject.ts';
import { changeOf, nameOf } from './words.ts';

/** Gmail clips what is longer than 102 kB, and with it the link to unsubscribe. */
const MOST_BYTES = 100_000;

/**
 * The digest as a document that mail programs show: tables, styles in the elements, no script, nothing to load. Where all
 * would be too long, less is told of the sites with fewer events.
 */
export function digestHtml(content: DigestContent, links: DigestLinks): string {
  for (let forms: readonly Form[] | undefined = formsOf(content); ; forms = shorter(forms)) {
    const html = documentOf(content, forms, links);
    if (Buffer.byteLength(html) <= MOST_BYTES || !forms.some((form) => form !== 'totals')) return html;
  }
}

/** The last site that is told fully is told briefly, or else the last that is told briefly has its totals only. */
function shorter(forms: readonly Form[]): readonly Form[] {
  const full = forms.lastIndexOf('full');
  if (full !== -1) return forms.with(full, 'brief');
  const brief = forms.lastIndexOf('brief');
  return brief === -1 ? forms : forms.with(brief, 'totals');
}

function documentOf(content: DigestContent, forms: readonly Form[], links: DigestLinks): string {
  const title = escaped(titleOf(content));
  const sites = content.sites.map((site, index) => ({ site, form: forms[index] ?? 'totals' }));
  const told = sites.filter(({ form }) => form !== 'totals');
  const others = sites.filter(({ form }) => form === 'totals').map(({ site }) => site);
  return `<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="x-apple-disable-message-reformatting">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">
<title>${escaped(digestSubject(content))}</title>
${STYLE}
</head>
<body class="ground" style="margin:0;padding:0;background:#f0f4f4;-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escaped(previewOf(content))}&#8203;</div>
<div role="main">
<table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#f0f4f4" style="border-collapse:collapse;background:#f0f4f4"><tr><td align="center" class="pad" style="padding:24px 20px;${FONT}">
<!--[if mso]><table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" align="center" style="border-collapse:separate;max-width:600px;text-align:left">
<tr><td class="ink2" style="padding:0 4px 16px;${BODY};${SHADES.ink2}"><h1 class="ink" style="margin:0;font-size:20px;line-height:26px;font-weight:700;letter-spacing:-0.2px;${SHADES.ink}">${title}</h1>${escaped(introductionOf(content))}</td></tr>
${told.map(({ site, form }) => siteSheet(content, site, form, links)).join('\n')}
${otherSites(content, others, links)}
${quietSentences(content).map(paragraph).join('\n')}
${footOf(content, links)}
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</div>
</body>
</html>
`;
}

/** What mail programs show beside the subject. */
function previewOf({ sites, others }: DigestContent): string {
  const latest = sites.flatMap(({ details }) => details?.alerts ?? [])[0];
  const before = sites.flatMap((site) => site.before ?? []);
  const areCompared = sites.length > 0 && before.length === sites.length && others.sites === 0;
  const [now, then] = [sumOfCounts(sites.map(({ counts }) => counts)), sumOfCounts(before)];
  const changes = [
    { label: 'Bot visits', change: changeOf(now.bot, then.bot, ARROWS) },
    { label: 'visitors', change: changeOf(now.referral, then.referral, ARROWS) },
  ].flatMap(({ label, change }) => (areCompared && change ? [`${label} ${change.size}`] : []));
  return [changes.join(', '), latest === undefined ? '' : nameOf(latest.title, MOST_TITLE)]
    .filter((part) => part !== '')
    .map((part) => `${part}.`)
    .join(' ');
}

function footOf(content: DigestContent, links: DigestLinks): string {
  const { settings, unsubscribe } = links;
  const leave = unsubscribe === undefined ? '' : ` or ${link('ink2', unsubscribe, 'unsubscribe')}`;
  return `<tr><td class="ink3 line" style="${ABOVE};padding:14px 4px 0;font-size:13px;line-height:19px;${SHADES.ink3}">${escaped(reasonOf(content, links))}. ${link('ink2', settings, 'Change it')}${leave}.</td></tr>`;
}
