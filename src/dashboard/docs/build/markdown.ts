import GithubSlugger from 'github-slugger';
import { Marked, type Tokens } from 'marked';

export type Heading = { readonly depth: number; readonly id: string; readonly text: string };

/** Where a link leads: to an address, or to a file of the repository that is not served. */
export type Target = { readonly address: string } | { readonly file: string };

export type Rendered = { readonly html: string; readonly headings: readonly Heading[] };

/** So many characters of code fit on a line of the narrowest screen. */
const LONGEST_UNBROKEN = 20;

/**
 * The HTML of a page of Markdown, with the anchors that GitHub gives it. Nothing in it needs an inline script or style.
 * Throws if the page has HTML of its own: comments are all that it may have.
 */
export function renderMarkdown(markdown: string, targetOf: (href: string) => Target): Rendered {
  const slugger = new GithubSlugger();
  const headings: Heading[] = [];
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }) {
        const text = this.parser.parseInline(tokens, this.parser.textRenderer);
        const id = slugger.slug(text);
        headings.push({ depth, id, text });
        const inner = this.parser.parseInline(tokens);
        return `<h${depth} id="${id}">${depth === 1 ? inner : `<a href="#${id}">${inner}</a>`}</h${depth}>\n`;
      },
      code({ text }) {
        return `<div class="snippet"><div class="code bare"><pre tabindex="0"><code>${escaped(text)}</code></pre></div></div>\n`;
      },
      codespan({ text }) {
        // a short one stays on its line: a browser would break "--help" behind its first hyphen
        const kind = text.length > LONGEST_UNBROKEN ? ' class="long"' : '';
        return `<code${kind}>${escaped(text)}</code>`;
      },
      table(token) {
        const inner = tableOf(token, (tokens) => this.parser.parseInline(tokens));
        // what scrolls has to have the focus, or else the keyboard cannot scroll it
        return `<div class="wide" tabindex="0" role="region" aria-label="Table">${inner}</div>\n`;
      },
      link(token) {
        const target = targetOf(token.href);
        if ('file' in target) return fileName(this.parser.parseInline(token.tokens), target.file);
        token.href = target.address;
        return false;
      },
      image({ href, text }) {
        const target = targetOf(href);
        if ('file' in target) throw new Error(`the picture ${target.file} is not served`);
        return `<img src="${escaped(target.address)}" alt="${escaped(text)}" loading="lazy">`;
      },
      html({ text }) {
        if (/^\s*<!--[\s\S]*-->\s*$/.test(text)) return '';
        throw new Error(`a page may have no HTML, as in: ${text.trim()}`);
      },
    },
  });
  const html = marked.parse(markdown, { async: false });
  return { html, headings };
}

function tableOf(
  { header, rows }: Tokens.Table,
  inline: (tokens: Tokens.TableCell['tokens']) => string,
): string {
  const row = (cells: readonly Tokens.TableCell[], tag: string) =>
    `<tr>${cells.map(({ tokens }) => `<${tag}>${inline(tokens)}</${tag}>`).join('')}</tr>`;
  const body = rows.map((cells) => row(cells, 'td')).join('');
  return `<table><thead>${row(header, 'th')}</thead><tbody>${body}</tbody></table>`;
}

/** What a link to a file says, with the path of the file if it does not say that. */
function fileName(inner: string, file: string): string {
  const path = escaped(file);
  return inner.includes(path) ? inner : `${inner} (<code>${path}</code>)`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
