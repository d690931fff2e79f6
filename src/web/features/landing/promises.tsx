import { CloudOff, Lock, ShieldCheck, type LucideIcon } from 'lucide-react';
import styles from './promises.module.css';

const PROMISES: readonly { icon: LucideIcon; title: string; text: string }[] = [
  {
    icon: ShieldCheck,
    title: 'Nothing is lost',
    text: 'What you write is safe on your device at once, and always finds its way to the server.',
  },
  {
    icon: CloudOff,
    title: 'Works offline',
    text: 'No waiting for a network. Go on without one; your other devices catch up later.',
  },
  {
    icon: Lock,
    title: 'Private',
    text: 'No ads, no trackers. It runs on a server of your choice, where your tasks are yours alone.',
  },
];

export function Promises() {
  return (
    <ul className={styles['promises']}>
      {PROMISES.map(({ icon: Icon, title, text }) => (
        <li key={title} className={styles['promise']}>
          <span className={styles['icon']}>
            <Icon size={22} strokeWidth={1.75} aria-hidden />
          </span>
          <h2 className={styles['title']}>{title}</h2>
          <p className={styles['text']}>{text}</p>
        </li>
      ))}
    </ul>
  );
}
