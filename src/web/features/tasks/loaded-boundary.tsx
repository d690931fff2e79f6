import type { ReactNode } from 'react';
import { notifyError } from '#src/web/feedback/notifications.ts';
import { ErrorBoundary } from '#src/web/ui/page/error-boundary.tsx';

interface LoadedBoundaryProps {
  /** Runs when the children fail to load: they are closed. */
  readonly onClose?: () => void;
  readonly children: ReactNode;
}

/** Holds a part that is loaded on demand. If loading fails, a notification says so, and the rest of the page stays. */
export function LoadedBoundary({ onClose, children }: LoadedBoundaryProps) {
  const fail = () => {
    onClose?.();
    notifyError('This part of the page could not be loaded. Check your network, then try again.');
  };
  return (
    <ErrorBoundary fallback={null} onError={fail}>
      {children}
    </ErrorBoundary>
  );
}
