import { TriangleAlert } from 'lucide-react';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';

interface TroubleProps {
  readonly title: string;
  readonly text: string;
  readonly retryLabel?: string;
  readonly onRetry: () => void;
}

/** A whole page, or part of one, that cannot be shown, with a way on. */
export function Trouble({ title, text, retryLabel = 'Try again', onRetry }: TroubleProps) {
  return (
    <div role="alert">
      <EmptyState icon={TriangleAlert} title={title} text={text}>
        <Button look="primary" onClick={onRetry}>
          {retryLabel}
        </Button>
      </EmptyState>
    </div>
  );
}
