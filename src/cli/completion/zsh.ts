import { type CommandNode, type Word, pathsIn } from './command-tree.ts';

/** The script for zsh, which shows the descriptions too. Where any text may stand, zsh completes the names of files. */
export function zshCompletion(tree: readonly CommandNode[]): string {
  return `#compdef site-traffic
# Completion of site-traffic for zsh. Load it after compinit with: source <(site-traffic completion zsh)
_site_traffic() {
  local at='' word
  local -a found
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$at $word" in
      (${pathsIn(tree).map(quoted).join('|')}) at="$at $word" ;;
    esac
  done
  case "$at $words[CURRENT-1]" in
${tree.flatMap(valueCases).join('\n')}
  esac
  case "$at" in
${tree.map(nodeCase).join('\n')}
  esac
  _describe 'command' found || _files
}
if [ "$funcstack[1]" = _site-traffic ]; then _site_traffic "$@"; else compdef _site_traffic site-traffic; fi
`;
}

function valueCases({ path, options }: CommandNode): readonly string[] {
  return options
    .filter(({ takesValue }) => takesValue)
    .map(({ text, choices }) => {
      const complete = choices.length > 0 ? `compadd -- ${choices.map(quoted).join(' ')}` : '_files';
      return `    (${quoted(`${path} ${text}`)}) ${complete}; return ;;`;
    });
}

function nodeCase({ path, commands, options, values }: CommandNode): string {
  const words = [...commands, ...options, ...values.map((text) => ({ text, description: '' }))];
  return `    (${quoted(path)}) found=(${words.map(describedWord).join(' ')}) ;;`;
}

/** A colon separates a word from its description. */
function describedWord({ text, description }: Word): string {
  const word = text.replaceAll(':', '\\:');
  return quoted(description === '' ? word : `${word}:${description}`);
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
