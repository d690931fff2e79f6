import { useId, useState, type ReactNode } from 'react';
import { Button } from '#src/web/ui/button.tsx';
import hidden from '#src/web/ui/hidden.module.css';
import styles from './chart.module.css';

interface ChartProps {
  readonly title: string;
  /** The content of the chart in words. */
  readonly figures: string;
  /** The data as rows: always there for screen readers, and on request for everybody else. */
  readonly table: ReactNode;
  /** The drawing. */
  readonly children: ReactNode;
}

export function Chart({ title, figures, table, children }: ChartProps) {
  const titleId = useId();
  const tableId = useId();
  const [isShown, setIsShown] = useState(false);
  return (
    <figure className={styles['chart']} aria-labelledby={titleId}>
      <figcaption className={styles['caption']}>
        <h2 id={titleId} className={styles['title']}>
          {title}
        </h2>
        <Button
          look="quiet"
          size="small"
          aria-expanded={isShown}
          aria-controls={tableId}
          aria-describedby={titleId}
          onClick={() => setIsShown(!isShown)}
        >
          {isShown ? 'Hide table' : 'Show table'}
        </Button>
        <p className={styles['figures']}>{figures}</p>
      </figcaption>
      <div aria-hidden>{children}</div>
      <div id={tableId} className={isShown ? styles['table'] : hidden['hidden']}>
        <table aria-labelledby={titleId}>{table}</table>
      </div>
    </figure>
  );
}
