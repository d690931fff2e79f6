/** The name of a file without its folder and its ending. */
export function stemOf(path: string): string {
  return path.replace(/^.*[/\\]/, '').replace(/\.[^.]*$/, '');
}

/**
 * `stemOf` of a file that somebody chose, also without the number that a browser gives a second download: `Home (1)` has
 * the tasks of `Home`.
 */
export function baseName(path: string): string {
  return stemOf(path).replace(/(?<=\S) \(\d{1,3}\)$/, '');
}
