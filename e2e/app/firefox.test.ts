import { findFirefox, Firefox, type Wanted } from '#e2e/support/firefox.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { newUser } from '#e2e/support/users.ts';

const program = findFirefox();

const ENTER = '\uE007';

test('In Firefox a user signs up, adds a collection and a task, and completes it', async ({ server }) => {
  test.skip(
    program === null,
    'Firefox is not installed. CI installs it, or says that it left this test out.',
  );
  const firefox = await Firefox.start(program ?? '');
  const isThere = (wanted: Wanted) =>
    expect.poll(async () => (await firefox.find(wanted)).length, { message: JSON.stringify(wanted) });
  const click = async (wanted: Wanted) => {
    await isThere(wanted).toBeGreaterThan(0);
    await firefox.click(wanted);
  };
  const fill = async (wanted: Wanted, text: string) => {
    await click(wanted);
    await firefox.type(text);
  };
  try {
    const user = newUser();
    await firefox.open(`${server.url}/auth/signup`);
    await fill({ role: 'textbox', name: 'Name' }, user.name);
    await fill({ role: 'textbox', name: 'Email' }, user.email);
    await fill({ css: 'input[type="password"]' }, `${user.password}${ENTER}`);
    await isThere({ role: 'heading', name: 'Today' }).toBe(1);

    await click({ role: 'button', name: 'Add collection' });
    await fill({ role: 'textbox', name: 'Collection name' }, 'Home');
    await click({ role: 'radio', name: 'Fern' });
    await click({ role: 'button', name: 'Add Collection' });
    await isThere({ role: 'link', name: 'Home' }).toBeGreaterThan(0);

    await click({ role: 'button', name: 'Add task' });
    // The sign is read, so that the line names the collection before Enter.
    await fill({ role: 'textbox', name: 'Task name' }, 'Sweep the floor #Home');
    await isThere({ role: 'button', name: 'Keep as text: #Home' }).toBe(1);
    await firefox.type(ENTER);
    await click({ role: 'button', name: 'Complete Sweep the floor' });
    await isThere({ role: 'button', name: 'Complete Sweep the floor' }).toBe(0);
    await isThere({ role: 'button', name: 'Undo' }).toBe(1);
  } finally {
    await firefox.close();
  }
});
