/** The name of a file without its folder and its ending. */
export function baseName(path: string): string {
  return path.replace(/^.*[/\\]/, '').replace(/\.[^.]*$/, '');
}
