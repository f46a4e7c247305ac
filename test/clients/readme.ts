import { readFileSync } from 'node:fs';

const README = readFileSync('README.md', 'utf8');

/** A code block of the language below the heading, by default the first. */
export function blockBelow(heading: string, language: string, index = 0): string {
  const [, section = ''] = README.split(`\n### ${heading}\n`);
  const block = section.split(`\n\`\`\`${language}\n`)[index + 1];
  if (block === undefined) throw new Error(`README.md has no ${language} below ${heading}`);
  return block.slice(0, block.indexOf('\n```'));
}
