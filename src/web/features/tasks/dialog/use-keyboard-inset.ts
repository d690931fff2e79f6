import { useEffect } from 'react';

/**
 * Tells the style sheets the height of the keyboard, where it lies over the page: on iOS. Elsewhere the window becomes lower, and the height
 * is 0.
 */
export function useKeyboardInset(): void {
  useEffect(() => {
    const { visualViewport, document } = window;
    if (!visualViewport) return;
    const { style } = document.documentElement;
    const tell = () => {
      // A zoomed page has no keyboard over it.
      const { height, offsetTop, scale } = visualViewport;
      const covered = scale > 1.01 ? 0 : Math.max(0, Math.round(window.innerHeight - height - offsetTop));
      style.setProperty('--keyboard', `${covered}px`);
    };
    tell();
    visualViewport.addEventListener('resize', tell);
    visualViewport.addEventListener('scroll', tell);
    return () => {
      visualViewport.removeEventListener('resize', tell);
      visualViewport.removeEventListener('scroll', tell);
      style.removeProperty('--keyboard');
    };
  }, []);
}
