import { type CommandNode, type CommandOption, pathsIn } from './command-tree.ts';

/** The script for fish, which shows the descriptions too. */
export function fishCompletion(tree: readonly CommandNode[]): string {
  return `# Completion of site-traffic for fish. Load it with: site-traffic completion fish | source
function __site_traffic_at
  set -l at ''
  for word in (commandline -opc)[2..-1]
    switch "$at $word"
      case ${pathsIn(tree).map(quoted).join(' ')}
        set at "$at $word"
    end
  end
  test "$at" = "$argv[1]"
end
${tree.flatMap(linesOf).join('\n')}
`;
}

function linesOf({ path, commands, options, values }: CommandNode): readonly string[] {
  const line = `complete -c site-traffic -n ${quoted(`__site_traffic_at ${doubleQuoted(path)}`)}`;
  return [
    ...commands.map(({ text, description }) => `${line} -f -a ${quoted(text)} -d ${quoted(description)}`),
    ...options.map((option) => `${line} ${optionText(option)} -d ${quoted(option.description)}`),
    ...(values.length > 0 ? [`${line} -f -a ${quoted(values.join(' '))}`] : []),
  ];
}

function optionText({ text, takesValue, choices }: CommandOption): string {
  const name = `-l ${text.replace(/^--/, '')}`;
  if (choices.length > 0) return `${name} -x -a ${quoted(choices.join(' '))}`;
  return takesValue ? `${name} -r` : name;
}

function doubleQuoted(path: string): string {
  return `"${path}"`;
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
