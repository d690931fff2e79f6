import { createElement, type ComponentType, type SVGProps } from 'react';

interface IconProps extends SVGProps<SVGSVGElement> {
  /** Width and height, px. 24 if left out. */
  readonly size?: number;
}

export type IconComponent = ComponentType<IconProps>;

/** Lucide's, and all of an icon's attributes but its size. */
const DRAWN = {
  viewBox: '0 0 24 24',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
  'aria-hidden': true,
} as const;

/**
 * An icon of Lucide (see LICENSE) in a square of 24. All its shapes are one path: icons stand in every row, and for each element that
 * comes or goes the browser works out style and layout. Each icon has a file of its own, so that no script holds those of other pages.
 */
export function icon(path: string): IconComponent {
  return function Icon({ size = 24, ...props }) {
    return createElement(
      'svg',
      { width: size, height: size, ...DRAWN, ...props },
      createElement('path', { d: path }),
    );
  };
}
