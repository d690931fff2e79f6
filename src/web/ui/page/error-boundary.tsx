import { Component, type ReactNode } from 'react';
import { reloadApp } from '#src/web/platform/app-update.ts';
import { focusPage } from '#src/web/focus/focus.ts';
import { Button } from '#src/web/ui/button.tsx';
import { PartTrouble, Trouble } from './trouble.tsx';

interface ErrorBoundaryProps {
  readonly children: ReactNode;
  /** The part of the screen that the children are, as a sentence begins; without it they are a whole page. */
  readonly part?: string;
  /** What to show instead of an offer to try again. */
  readonly fallback?: ReactNode;
  /** When it changes, what failed is tried again: it stands for something else now. */
  readonly subject?: string;
  readonly onError?: (error: unknown) => void;
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

  override componentDidCatch(error: unknown): void {
    // What failed may have had the focus, and the button that tries again has it.
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
        text="This page could not be shown. What you saved is safe on this device."
        onRetry={retry}
      >
        <Button onClick={() => void reloadApp()}>Reload</Button>
      </Trouble>
    );
  }
}
