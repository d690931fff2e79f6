import { Component, type ReactNode } from 'react';
import { reloadApp } from '#src/web/platform/app-update.ts';
import { focusPage } from '#src/web/focus/focus.ts';
import { Button } from '#src/web/ui/button.tsx';
import { PartTrouble, Trouble } from './trouble.tsx';

interface ErrorBoundaryProps {
  readonly children: ReactNode;
  /** The name of the children as a part of the screen, to begin a sentence; a whole page without it. */
  readonly part?: string;
  /** Shown instead of an offer to try again. */
  readonly fallback?: ReactNode;
  /** A change of it tries again, since the children now show something else. */
  readonly subject?: string;
  readonly onError?: (error: unknown) => void;
}

interface ErrorBoundaryState {
  readonly failed: boolean;
  readonly subject: string | undefined;
}

/**
 * Replaces children that failed to render; the rest of the screen stays. React itself reports the error to
 * the console. The user's data is in the device's storage, so that reloading loses nothing.
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

  override componentDidCatch(error: unknown): void {
    // The failed part may have had the focus, and the button that tries again has it.
    focusPage();
    this.props.onError?.(error);
  }

  override componentDidUpdate(_: ErrorBoundaryProps, before: ErrorBoundaryState): void {
    if (before.failed && !this.state.failed) focusPage();
  }

  override render(): ReactNode {
    const { children, part, fallback } = this.props;
    if (!this.state.failed) return children;
    if (fallback !== undefined) return fallback;
    const retry = () => this.setState({ failed: false });
    if (part !== undefined) return <PartTrouble what={part} onRetry={retry} />;
    return (
      <Trouble
        title="Something went wrong"
        text="This page could not be shown. Everything you saved is safe on this device."
        onRetry={retry}
      >
        <Button onClick={() => void reloadApp()}>Reload</Button>
      </Trouble>
    );
  }
}
