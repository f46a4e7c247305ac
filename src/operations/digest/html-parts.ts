import { ABOVE, BODY, SHADES, type Shade } from './html-style.ts';

/** The text within a document, also between quotation marks. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** What only lays out other things. Outlook needs the attributes, and the others the style. */
export const LAYOUT =
  'role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="border-collapse:collapse"';

/** A table of one column. */
export function rows(cells: readonly string[]): string {
  return `<table ${LAYOUT}>${cells.map((cell) => `<tr>${cell}</tr>`).join('')}</table>`;
}

export function span(shade: Shade, html: string, style = ''): string {
  return `<span class="${shade}" style="${SHADES[shade]}${style === '' ? '' : `;${style}`}">${html}</span>`;
}

export function link(shade: Shade, href: string, html: string): string {
  return `<a class="${shade}" href="${escaped(href)}" style="${SHADES[shade]}">${html}</a>`;
}

/** The name of a site, and its domain if that is another. */
export function siteHeading(name: string, domain: string): string {
  return `<td style="padding:0 0 6px"><h2 class="ink" style="margin:0;font-size:16px;line-height:22px;font-weight:700;word-break:break-word;${SHADES.ink}">${name}${beside(domain === name ? '' : domain)}</h2></td>`;
}

export function heading(name: string, more = ''): string {
  return `<td style="padding:22px 0 6px"><h3 class="ink" style="margin:0;${BODY};font-weight:700;${SHADES.ink}">${name}${beside(more)}</h3></td>`;
}

/** What stands beside a name: it moves to the next line as a whole if it has no room, and is divided only if it is longer than that. */
export function beside(html: string): string {
  if (html === '') return '';
  return `&nbsp; ${span('ink3', html, 'display:inline-block;font-weight:400;font-size:13px')}`;
}

/** Something that catches the eye, below a line. */
export function item({ title, detail }: { readonly title: string; readonly detail: string }): string {
  const more = detail === '' ? '' : `<br>${span('ink2', escaped(detail))}`;
  return `<td class="line" style="${ABOVE};padding:9px 0;${BODY};word-break:break-word">${span('ink', `&#9670;&nbsp; ${escaped(title)}`, 'font-weight:600')}${more}</td>`;
}

/** A sentence below a line. */
export function remark(html: string, shade: Shade = 'ink2'): string {
  return `<td class="${shade} line" style="${BODY};${SHADES[shade]};padding:9px 0 0;${ABOVE};word-break:break-word">${html}</td>`;
}

export function button(href: string, label: string): string {
  return `<td style="padding:18px 0 0"><a class="btn" href="${escaped(href)}" style="display:inline-block;background:#0f1a1e;color:#fdfefe;${BODY};font-weight:600;text-decoration:none;padding:8px 14px;border-radius:7px">${label}</a></td>`;
}

/** A card. */
export function sheet(cells: readonly string[]): string {
  return `<tr><td class="sheet" bgcolor="#fdfefe" style="background:#fdfefe;border:1px solid #dbe1e1;border-radius:12px;padding:18px 20px 20px">${rows(cells)}</td></tr><tr><td height="16" style="height:16px;font-size:1px;line-height:16px">&nbsp;</td></tr>`;
}

/** A sentence between the cards. */
export function paragraph(text: string): string {
  return `<tr><td class="ink2" style="${BODY};${SHADES.ink2};padding:0 4px 16px;word-break:break-word">${escaped(text)}</td></tr>`;
}
