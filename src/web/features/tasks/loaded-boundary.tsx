import type { ReactNode } from 'react';
import { notifyError } from '#src/web/feedback/notifications.ts';
import { ErrorBoundary } from '#src/web/ui/page/error-boundary.tsx';

interface LoadedBoundaryProps {
  /** Runs when what it holds could not be shown: it is closed. */
  readonly onClose?: () => void;
  readonly children: ReactNode;
}

/** Holds what is loaded once it is asked for. */
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
