import { askToDelete, openDialog } from '#src/web/focus/dialogs.ts';
import { notifyDone, notifyError, notifySuccess } from '#src/web/feedback/notifications.ts';
import { Button } from '#src/web/ui/button.tsx';
import { FrameContext } from '#src/web/ui/frame-context.ts';
import { ControlParts } from './control-parts.tsx';
import { MessageParts } from './message-parts.tsx';
import { NoteParts } from './note-parts.tsx';
import { Part } from './part.tsx';
import styles from './style-guide.module.css';

const THEMES = ['light', 'dark'] as const;

/** Shows developers each part of `ui/` in every state, in both themes side by side. */
export function StyleGuide() {
  return (
    <main>
      <title>Style guide · Sunglow</title>
      <h1 className={styles['heading']}>Style guide</h1>
      <div className={styles['themes']}>
        {THEMES.map((theme) => (
          <section key={theme} className={styles['theme']} style={{ colorScheme: theme }} aria-label={theme}>
            <ControlParts />
            <NoteParts />
            <FrameContext value={true}>
              <MessageParts />
            </FrameContext>
          </section>
        ))}
      </div>
      <section className={styles['theme']} aria-label="above the page">
        <Openers />
      </section>
    </main>
  );
}

/** Layers above the page have the page's theme. */
function Openers() {
  const undo = () => notifySuccess('Task reopened');
  return (
    <>
      <Part name="Dialogs">
        <Button onClick={() => openDialog({ kind: 'add-task' })}>Task</Button>
        <Button onClick={() => openDialog({ kind: 'add-collection' })}>Collection</Button>
        <Button onClick={() => openDialog({ kind: 'shortcuts' })}>Shortcuts</Button>
        <Button
          onClick={() => askToDelete('Move “Buy milk” to Trash? You can restore it for 30 days.', undo)}
        >
          Question
        </Button>
      </Part>
      <Part name="Notifications">
        <Button onClick={() => notifySuccess('Task added')}>Success</Button>
        <Button onClick={() => notifyDone('Task completed', 'Buy milk', { entryId: '', run: undo })}>
          Success with undo
        </Button>
        <Button onClick={() => notifyError('Error adding task to the database!')}>Error</Button>
      </Part>
    </>
  );
}
