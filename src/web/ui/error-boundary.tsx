import { Component, type ReactNode } from 'react';
import { Trouble } from './trouble.tsx';

interface ErrorBoundaryProps {
  readonly children: ReactNode;
  /** What to show instead; by default an offer to reload. */
  readonly fallback?: ReactNode;
  /** When it changes, what failed is tried again: it stands for something else now. */
  readonly subject?: string;
}

interface ErrorBoundaryState {
  readonly failed: boolean;
  readonly subject: string | undefined;
}

/**
 * Stands in for what could not be shown; the rest stays. React reports the error to the console itself. The user's data
 * is not in what failed but in the device's storage, so that loading anew loses nothing.
 */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { failed: false, subject: this.props.subject };

  static getDerivedStateFromError(): Partial<ErrorBoundaryState> {
    return { failed: true };
  }

  static getDerivedStateFromProps(
    { subject }: ErrorBoundaryProps,
    state: ErrorBoundaryState,
  ): ErrorBoundaryState | null {
    return subject === state.subject ? null : { failed: false, subject };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      this.props.fallback ?? (
        <Trouble
          title="Something went wrong"
          text="This could not be shown. What you saved is safe on this device; reload the page to go on."
          retryLabel="Reload"
          onRetry={() => location.reload()}
        />
      )
    );
  }
}
