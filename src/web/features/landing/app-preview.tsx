import { cx } from '#src/web/ui/class-names.ts';
import styles from './app-preview.module.css';

const VIEWS = ['Overdue', 'Today', 'Upcoming', 'Completed'];
const COLLECTIONS = [
  { name: 'Home', color: '#63B76C' },
  { name: 'Work', color: '#47ABCC' },
  { name: 'Garden', color: '#FF7F49' },
];
const TASKS = [
  { name: 'Water the tomatoes', day: 'Today', collection: 'Garden', color: '#FF7F49', done: true },
  { name: 'Send the offer to Mira', day: 'Today', collection: 'Work', color: '#47ABCC', done: false },
  { name: 'Book the train to Lisbon', day: 'Today', collection: 'Home', color: '#63B76C', done: false },
  { name: 'Read chapter four', day: 'Today', collection: 'Home', color: '#63B76C', done: false },
];

/** The app in small: the wide window, and below 632 px the phone (specification, section 9). Only to look at. */
export function AppPreview() {
  return (
    <div className={styles['frame']} aria-hidden>
      <div className={styles['window']}>
        <div className={styles['side']}>
          {VIEWS.map((name) => (
            <p key={name} className={cx(styles['view'], name === 'Today' && styles['current'])}>
              {name}
            </p>
          ))}
          <p className={styles['label']}>Collections</p>
          {COLLECTIONS.map(({ name, color }) => (
            <p key={name} className={styles['view']}>
              <Dot color={color} />
              {name}
            </p>
          ))}
        </div>
        <div className={styles['content']}>
          <p className={styles['title']}>Today</p>
          {TASKS.map(({ name, day, collection, color, done }) => (
            <div key={name} className={cx(styles['task'], done && styles['done'])}>
              <span className={styles['check']} />
              <div>
                <p className={styles['name']}>{name}</p>
                <p className={styles['facts']}>
                  {day}
                  <Dot color={color} />
                  {collection}
                </p>
              </div>
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}

function Dot({ color }: { readonly color: string }) {
  return <span className={styles['dot']} style={{ backgroundColor: color }} />;
}
