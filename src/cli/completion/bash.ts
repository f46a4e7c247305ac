import { type CommandNode, pathsIn, wordsAt } from './command-tree.ts';

/** The script for bash. Where any text may stand, bash completes the names of files. */
export function bashCompletion(tree: readonly CommandNode[]): string {
  return `# Completion of site-traffic for bash. Load it with: eval "$(site-traffic completion bash)"
_site_traffic() {
  local at='' word words current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}"
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$at $word" in
      ${pathsIn(tree).map(quoted).join('|')}) at="$at $word" ;;
    esac
  done
  COMPREPLY=()
  case "$at $previous" in
${tree.flatMap(valueCases).join('\n')}
  esac
  case "$at" in
${tree.map((node) => `    ${quoted(node.path)}) words=${quoted(wordsAt(node).join(' '))} ;;`).join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _site_traffic site-traffic
`;
}

function valueCases({ path, options }: CommandNode): readonly string[] {
  return options
    .filter(({ takesValue }) => takesValue)
    .map(({ text, choices }) => {
      const values = `COMPREPLY=($(compgen -W ${quoted(choices.join(' '))} -- "$current"))`;
      return `    ${quoted(`${path} ${text}`)}) ${choices.length > 0 ? `${values}; ` : ''}return ;;`;
    });
}

function quoted(text: string): string {
  return `'${text}'`;
}
