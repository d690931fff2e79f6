import styles from './promises.module.css';

/** `icon`: the path of a Lucide icon, since the library would be larger than all texts of this page. */
const PROMISES = [
  {
    icon: 'M13 5h8M13 12h8M13 19h8M3 17l2 2 4-4M3 7l2 2 4-4',
    title: 'Room for a life',
    text: 'Times, repeats, sub-tasks, labels, boards, a calendar, search and reminders. Features that you do not use stay out of sight.',
  },
  {
    icon: 'M20 13c0 5-3.5 7.5-7.66 8.95a1 1 0 0 1-.67-.01C7.5 20.5 4 18 4 13V6a1 1 0 0 1 1-1c2 0 4.5-1.2 6.24-2.72a1.17 1.17 0 0 1 1.52 0C14.51 3.81 17 5 19 5a1 1 0 0 1 1 1zM9 12l2 2 4-4',
    title: 'Nothing is lost',
    text: 'Your changes are safe on your device at once, and always find their way to the server.',
  },
  {
    icon: 'M10.94 5.274A7 7 0 0 1 15.71 10h1.79a4.5 4.5 0 0 1 4.222 6.057M18.796 18.81A4.5 4.5 0 0 1 17.5 19H9A7 7 0 0 1 5.79 5.78M2 2l20 20',
    title: 'Works offline',
    text: 'No waiting for a network. Go on without one; your other devices catch up later.',
  },
  {
    icon: 'M5 11h14a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-7a2 2 0 0 1 2-2zM7 11V7a5 5 0 0 1 10 0v4',
    title: 'Private',
    text: 'No ads, no trackers. It runs on a server of your choice, where your tasks are yours alone.',
  },
];

export function Promises() {
  return (
    <ul className={styles['promises']}>
      {PROMISES.map(({ icon, title, text }) => (
        <li key={title} className={styles['promise']}>
          <svg className={styles['icon']} viewBox="-11 -11 46 46" aria-hidden>
            <path d={icon} />
          </svg>
          <h2 className={styles['title']}>{title}</h2>
          <p className={styles['text']}>{text}</p>
        </li>
      ))}
    </ul>
  );
}
