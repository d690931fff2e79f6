import type { IconComponent } from '#src/web/ui/icons/icon.ts';
import type { ListName } from '#src/reading/lists/list-name.ts';
import type { ScreenId } from '#src/domain/screen-paths.ts';

/** A screen, for all that lead to it: the sidebar, the palette, and the keys. */
export interface Screen {
  readonly id: ScreenId;
  readonly path: string;
  /** Its name in the sidebar, the palette and the list of keys. */
  readonly name: string;
  readonly icon: IconComponent;
  /** The key that opens it after `g`. */
  readonly key?: string;
  /** The list whose tasks the sidebar counts. */
  readonly list?: ListName;
  /** It is offered only while the server has rejected changes. */
  readonly isForRejected?: true;
}
