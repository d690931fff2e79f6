import { use } from 'react';
import { FrameContext } from '#src/web/ui/frame-context.ts';
import styles from './loading.module.css';

export function Loading() {
  const Landmark = use(FrameContext) ? 'div' : 'main';
  return (
    <Landmark>
      <output className={styles['loading']}>Loading...</output>
    </Landmark>
  );
}
