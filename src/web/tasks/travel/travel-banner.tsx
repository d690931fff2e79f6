import { useRef } from 'react';
import { mayHidePlace, placeOfZone } from '#src/reading/remind/travel.ts';
import { links } from '#src/web/addresses/links.ts';
import { focusPage } from '#src/web/focus/focus.ts';
import { Button, ButtonLink } from '#src/web/ui/button.tsx';
import { Banner } from '#src/web/ui/page/banner.tsx';
import { movedText } from './moved-in.ts';
import { TravelDialog } from './travel-dialog.tsx';
import styles from './travel.module.css';
import { useChooseZone, type ZoneChoice } from './use-choose-zone.ts';
import { useOwnDialog } from './use-own-dialog.ts';
import { useZoneQuestion, type ZoneQuestion } from './use-zone-question.ts';
import { zoneMemory } from './zone-memory.ts';

/**
 * Asks for the zone of the reminders once this device is in another one, and says how many reminders would
 * move (rule N7).
 */
export function TravelBanner() {
  const question = useZoneQuestion();
  return question && <Question key={`${question.here} ${question.chosen}`} question={question} />;
}

function Question({ question }: { readonly question: ZoneQuestion }) {
  const { kind, here, chosen, moved } = question;
  const chooseZone = useChooseZone();
  const button = useRef<HTMLButtonElement>(null);
  const dialog = useOwnDialog(button);
  const choice: ZoneChoice = { zone: here, memory: { kind: 'follows', zone: here } };
  // The buttons and the dialog have left the page.
  const leave = () => setTimeout(() => document.activeElement === document.body && focusPage());
  const use = async () => {
    if (await chooseZone(choice)) leave();
  };
  const keep = () => {
    zoneMemory.set({ kind: 'keeps', zone: chosen, here });
    leave();
  };
  return (
    <>
      <Banner calm {...textsOf(question)}>
        <div className={styles['buttons']}>
          {moved.length > 0 ? (
            <Button size="small" ref={button} onClick={dialog.open}>
              Show reminders
            </Button>
          ) : (
            <Button size="small" onClick={() => void use()}>
              Use {placeOfZone(here)} time
            </Button>
          )}
          {kind === 'confirm' ? (
            <ButtonLink size="small" look="quiet" to={links.preferences}>
              Choose time zone
            </ButtonLink>
          ) : (
            <Button size="small" look="quiet" onClick={keep}>
              Keep {placeOfZone(chosen)} time
            </Button>
          )}
        </div>
      </Banner>
      {dialog.isShown && (
        <TravelDialog
          control={dialog.control}
          moved={moved}
          from={chosen}
          to={here}
          choice={choice}
          onDone={leave}
        />
      )}
    </>
  );
}

function textsOf({ kind, here, chosen, moved }: ZoneQuestion) {
  const [place, old] = [placeOfZone(here), placeOfZone(chosen)];
  const device = mayHidePlace(here)
    ? `This browser says ${place}. Some browsers say so to hide where you are.`
    : `This device is in ${place}.`;
  if (kind === 'confirm' || moved.length === 0) return { title: `Reminders use ${old} time`, text: device };
  const until = `Until you choose, they come at ${old} time.`;
  return { title: movedText(place, moved.length), text: mayHidePlace(here) ? `${until} ${device}` : until };
}
