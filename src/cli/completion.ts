import { COMMANDS } from './commands.ts';
import { WrongUsage } from './failures.ts';
import { OTHERS } from './help.ts';

const NAMES = [...COMMANDS.map(({ name }) => name), ...OTHERS.map(([usage]) => usage.split(' ')[0] ?? '')];

const SHELLS: Readonly<Record<string, () => string>> = { bash, zsh, fish };

/** The script that completes commands and options in a shell. Throws WrongUsage for another one. */
export function completion(shell: string): string {
  const script = SHELLS[shell];
  if (!script) throw new WrongUsage(`There are completions for ${Object.keys(SHELLS).join(', ')}.`);
  return script();
}

function bash(): string {
  const cases = COMMANDS.map(({ name, options }) => `    ${name}) words="${flags(options)}" ;;`);
  return `# eval "$(sunglow completion bash)"
_sunglow() {
  local words="${NAMES.join(' ')}"
  if [ "$COMP_CWORD" -gt 1 ]; then
    case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
    *) words="" ;;
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -F _sunglow sunglow
`;
}

function zsh(): string {
  const cases = COMMANDS.map(({ name, options }) => `    ${name}) compadd -- ${flags(options)} ;;`);
  return `#compdef sunglow
# eval "$(sunglow completion zsh)"
_sunglow() {
  if (( CURRENT == 2 )); then
    compadd -- ${NAMES.join(' ')}
    return
  fi
  case "$words[2]" in
${cases.join('\n')}
  esac
}
compdef _sunglow sunglow
`;
}

function fish(): string {
  const lines = COMMANDS.flatMap(({ name, does, options }) => [
    `complete -c sunglow -f -n __fish_use_subcommand -a ${name} -d ${quoted(does)}`,
    ...Object.entries(options).map(
      ([option, each]) =>
        `complete -c sunglow -f -n '__fish_seen_subcommand_from ${name}' -l ${option}${each.value ? ' -r' : ''} -d ${quoted(each.does)}`,
    ),
  ]);
  return `# sunglow completion fish | source\n${lines.join('\n')}\n`;
}

function flags(options: object): string {
  return Object.keys(options)
    .map((option) => `--${option}`)
    .join(' ');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "\\'")}'`;
}
