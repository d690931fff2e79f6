import { COMMANDS, HELP, OTHERS, type Described, type Option } from './commands.ts';
import { WrongUsage } from './failures.ts';
import { sentenceOf } from './help.ts';

/** The commands that a shell completes. */
const ALL: readonly Described[] = [
  ...COMMANDS,
  ...OTHERS,
  { name: 'admin', args: '', least: 0, most: 0, does: 'Manages a server.', options: {} },
];

const SHELLS: Readonly<Record<string, () => string>> = { bash, zsh, fish };

/** The script that completes commands, options and values in a shell. Throws WrongUsage for another one. */
export function completion(shell: string): string {
  const script = Object.hasOwn(SHELLS, shell) ? SHELLS[shell] : undefined;
  if (!script) throw new WrongUsage(`There are completions for ${Object.keys(SHELLS).join(', ')}.`);
  return script();
}

function optionsOf({ options }: Described): readonly (readonly [string, Option])[] {
  return Object.entries({ ...options, ...HELP });
}

function bash(): string {
  const cases = ALL.flatMap((command) => {
    const { name, values } = command;
    const options = optionsOf(command);
    return [
      ...options
        .filter(([, { value }]) => value)
        .map(([option, each]) => `    ${name}.--${option}) words="${(each.values ?? []).join(' ')}" ;;`),
      `    ${name}.*) words="${(values ?? options.map(([option]) => `--${option}`)).join(' ')}" ;;`,
    ];
  });
  return `# eval "$(sunglow completion bash)"
_sunglow() {
  local words="${ALL.map(({ name }) => name).join(' ')}"
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD - 1]}"
  # Bash takes the sign of --format=csv for a word.
  if [ "$word" = "=" ]; then
    word=""
  elif [ "$before" = "=" ]; then
    before="\${COMP_WORDS[COMP_CWORD - 2]}"
  fi
  if [ "$COMP_CWORD" -gt 1 ]; then
    case "\${COMP_WORDS[1]}.$before" in
${cases.join('\n')}
    *) words="" ;;
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$word")) || COMPREPLY=()
}
complete -F _sunglow sunglow
`;
}

function zsh(): string {
  const spec = (text: string) => text.replaceAll(/[[\]:\\]/g, String.raw`\$&`);
  const cases = ALL.map((command) => {
    const options = optionsOf(command).map(([name, { value, values = [], multiple, does }]) => {
      const argument = value ? `=[${spec(does)}]:${spec(value)}:(${values.join(' ')})` : `[${spec(does)}]`;
      return quoted(`${multiple ? '*' : ''}--${name}${argument}`);
    });
    const { name, args, values } = command;
    const rest = values
      ? [quoted(`1:${spec(args)}:(${values.join(' ')})`)]
      : args
        ? [quoted(`*:${spec(args)}:()`)]
        : [];
    return `    ${name}) _arguments -S ${[...options, ...rest].join(' ')} ;;`;
  });
  const names = ALL.map((command) =>
    quoted(`${command.name}:${sentenceOf(command).replaceAll(':', String.raw`\:`)}`),
  );
  return `#compdef sunglow
# eval "$(sunglow completion zsh)"
_sunglow() {
  local -a commands
  commands=(${names.join(' ')})
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  shift words
  (( CURRENT-- ))
  case "$words[1]" in
${cases.join('\n')}
  esac
}
if [ "$funcstack[1]" = "_sunglow" ]; then
  _sunglow "$@"
else
  compdef _sunglow sunglow
fi
`;
}

function fish(): string {
  const lines = ALL.flatMap((command) => {
    const { name, values = [] } = command;
    const only = `complete -c sunglow -n '__sunglow_is ${name}'`;
    return [
      `complete -c sunglow -n __sunglow_is -a ${name} -d ${quoted(sentenceOf(command))}`,
      ...(values.length > 0 ? [`${only} -a ${quoted(values.join(' '))}`] : []),
      ...optionsOf(command).map(([option, { short, value, values: words = [], does }]) =>
        [
          only,
          ...(short ? [`-s ${short}`] : []),
          `-l ${option}`,
          ...(value ? [`-x -a ${quoted(words.join(' '))}`] : []),
          `-d ${quoted(does)}`,
        ].join(' '),
      ),
    ];
  });
  return `# sunglow completion fish | source
function __sunglow_is
    set -l typed (commandline -opc)
    test "$typed[2]" = "$argv[1]"
end
complete -c sunglow -f
${lines.join('\n')}
`;
}

/** The text in single quotes, for zsh and fish. No text here has a quote or a backslash that fish reads. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
