import { readFileSync } from 'node:fs';

const README = readFileSync('README.md', 'utf8');

/** The first code block of the language below the heading. */
export function blockBelow(heading: string, language: string): string {
  const [, section = ''] = README.split(`\n### ${heading}\n`);
  const [, block] = section.split(`\n\`\`\`${language}\n`);
  if (block === undefined) throw new Error(`README.md has no ${language} below ${heading}`);
  return block.slice(0, block.indexOf('\n```'));
}
