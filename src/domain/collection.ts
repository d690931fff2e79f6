import type { ColorHex } from '#src/domain/colors.ts';

/**
 * A named, coloured collection of tasks. Live names are unique per user, compared exactly. A deleted collection's row
 * stays, since its completed tasks go on showing its name and colour.
 */
export interface Collection {
  readonly id: string;
  readonly name: string;
  readonly color: ColorHex;
  readonly createdAt: number;
  readonly deletedAt: number | null;
}
