import { expect, type BrowserContext, type Locator, type Page } from '@playwright/test';

import { day } from './days.ts';
import type { ConsoleWatch } from './console-watch.ts';
import { seed, type Contents } from './raw-device.ts';
import { SyncWire } from './sync-wire.ts';
import { newUser, type NewUser } from './users.ts';

export type ViewName = 'Overdue' | 'Today' | 'Upcoming' | 'Calendar' | 'Completed' | 'Trash';

export type AccountPart = 'Preferences' | 'Reminders' | 'Sign-in and security' | 'Access' | 'Your data';

export interface TaskInput {
  readonly name?: string;
  readonly description?: string;
  readonly date?: string;
  readonly collection?: string;
}

/** One tab of Sunglow, used like a person would: everything is found by role and accessible name. */
export class App {
  readonly page: Page;
  readonly watch: ConsoleWatch;

  constructor(page: Page, watch: ConsoleWatch) {
    this.page = page;
    this.watch = watch;
  }

  get context(): BrowserContext {
    return this.page.context();
  }

  /** A second tab of the same browser. */
  async newTab(path = '/app/today'): Promise<App> {
    const tab = new App(await this.context.newPage(), this.watch);
    await tab.page.goto(path);
    return tab;
  }

  /** The connection to the sync server, for cutting it. Call it before the app is opened. */
  wire(): Promise<SyncWire> {
    return SyncWire.of(this.context);
  }

  // Content of the screen

  heading(name: string): Locator {
    return this.page.getByRole('heading', { level: 1, name, exact: true });
  }

  get header(): Locator {
    return this.page.getByRole('banner');
  }

  get navigation(): Locator {
    return this.page.getByRole('navigation', { name: 'Main' });
  }

  link(name: string): Locator {
    return this.navigation.getByRole('link', { name, exact: true });
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  menuItem(name: string): Locator {
    return this.page.getByRole('menuitem', { name, exact: true });
  }

  dialog(name: string): Locator {
    return this.page.getByRole('dialog', { name, exact: true });
  }

  /** All tasks of the page, in their order. */
  get tasks(): Locator {
    return this.page.getByRole('main').getByRole('listitem');
  }

  task(name: string): Locator {
    return this.page.getByRole('main').getByRole('listitem', { name, exact: true });
  }

  success(message: string): Locator {
    return this.page.getByRole('status').getByText(message, { exact: true });
  }

  /** Undoes the change of a notification, and expects a notification of that. */
  async undo(message: string, undone: string): Promise<void> {
    const notification = this.page.getByRole('status').locator('> *', { hasText: message });
    await notification.getByRole('button', { name: 'Undo', exact: true }).click();
    // Another one with the same words may still be there.
    await expect(this.success(undone).first()).toBeVisible();
  }

  error(message: string | RegExp): Locator {
    return this.page.getByRole('alert').getByText(message, { exact: true });
  }

  /** Visible when everything on this device is on the server. */
  get synced(): Locator {
    // The text is a moment late, and a change that is acknowledged within that moment never alters it.
    return this.header.locator('[data-unsent="0"]').getByText('Saved', { exact: true });
  }

  // Sign-up, sign-in and sign-out

  /**
   * Opens Sunglow for a new user with these collections and tasks. Account and rows come by requests, because signing
   * up and adding by hand take seconds. Tests of these steps use `signUp`, `addCollection` and `addTask`.
   */
  async begin(contents: Contents = [], user: NewUser = newUser()): Promise<NewUser> {
    const url = await this.#identify('/api/auth/sign-up/email', user);
    const hasContents = await seed(this, { url }, contents);
    await this.#arrive();
    if (hasContents) await expect(this.synced).toBeVisible();
    return user;
  }

  /** Opens Sunglow on a further device of the user, who signs in by a request. */
  async join(user: NewUser): Promise<void> {
    await this.#identify('/api/auth/sign-in/email', user);
    await this.#arrive();
  }

  /** Gets the cookie of a session. Returns the address of the server. */
  async #identify(path: string, data: NewUser): Promise<string> {
    const { request } = this.page;
    // The server takes sign-ups and sign-ins from its own pages alone.
    const { origin } = new URL((await request.get('/healthz')).url());
    const answer = await request.post(path, { data, headers: { origin } });
    expect(answer.ok(), await answer.text()).toBe(true);
    return origin;
  }

  /** Lets the app find its user, as after a sign-in with a provider. */
  async #arrive(): Promise<void> {
    await this.page.goto('/auth/return');
    await expect(this.heading('Today')).toBeVisible();
  }

  async signUp(user: NewUser = newUser()): Promise<NewUser> {
    await this.page.goto('/auth/signup');
    await this.page.getByLabel('Name', { exact: true }).fill(user.name);
    await this.fillCredentials(user);
    await this.button('Sign up').click();
    await expect(this.heading('Today')).toBeVisible();
    return user;
  }

  async signIn(user: NewUser): Promise<void> {
    await this.page.goto('/auth/login');
    await this.submitSignIn(user);
    await expect(this.heading('Today')).toBeVisible();
  }

  /** Submits the form of the sign-in page. */
  async submitSignIn(user: NewUser): Promise<void> {
    await this.fillCredentials(user);
    await this.button('Sign in').click();
  }

  async fillCredentials({ email, password }: Pick<NewUser, 'email' | 'password'>): Promise<void> {
    await this.page.getByLabel('Email', { exact: true }).fill(email);
    await this.page.getByLabel('Password', { exact: true }).fill(password);
  }

  async signOut(): Promise<void> {
    await this.openAccount();
    await this.button('Sign out').click();
  }

  /** Opens the profile, and from there another page of the account. */
  async openAccount(part?: AccountPart): Promise<void> {
    await this.header.getByRole('link', { name: 'Account', exact: true }).click();
    await expect(this.heading('Account')).toBeVisible();
    if (part !== undefined) await this.openAccountPart(part);
  }

  /** Opens another page of the account by its tab. */
  async openAccountPart(part: AccountPart): Promise<void> {
    const tab = this.page
      .getByRole('navigation', { name: 'Account', exact: true })
      .getByRole('link', { name: part, exact: true });
    await tab.click();
    await expect(tab).toHaveAttribute('aria-current', 'page');
    await expect(this.heading('Account')).toBeFocused();
  }

  async open(view: ViewName): Promise<void> {
    await this.inNavigation(() => this.link(view).click());
    await expect(this.heading(view)).toBeVisible();
  }

  async openCollection(name: string): Promise<void> {
    await this.inNavigation(() => this.link(name).click());
    await expect(this.heading(name)).toBeVisible();
  }

  /** Does something in the sidebar. If that is a menu, opens it before and closes it after. */
  async inNavigation(work: () => Promise<void>): Promise<void> {
    const menu = this.dialog('Menu');
    const isThere = (await this.button('Menu').isHidden()) || (await menu.isVisible());
    if (!isThere) await this.button('Menu').click();
    await work();
    if (isThere) return;
    if (await menu.isVisible()) await this.page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
  }

  /** Opens the menu, if the sidebar is one. Following a link in it closes it. */
  async showSidebar(): Promise<void> {
    await expect(this.button('Menu').or(this.navigation)).toBeVisible();
    if (await this.button('Menu').isVisible()) await this.button('Menu').click();
    await expect(this.navigation).toBeVisible();
  }

  // Collections

  async addCollection(name: string, color = 'Sunglow'): Promise<void> {
    await this.inNavigation(async () => {
      await this.button('Add collection').click();
      const dialog = this.dialog('Add collection');
      await dialog.getByLabel('Collection name', { exact: true }).fill(name);
      await dialog.getByRole('radio', { name: color, exact: true }).check();
      await dialog.getByRole('button', { name: 'Add Collection', exact: true }).click();
      await expect(dialog).toBeHidden();
    });
  }

  async deleteCollection(name: string): Promise<void> {
    await this.inNavigation(async () => {
      await this.link(name).hover();
      await this.button(`Delete collection ${name}`).click();
      await this.confirmDeletion();
    });
  }

  // Tasks

  async openTaskDialog(): Promise<Locator> {
    await this.header.getByRole('button', { name: 'Add task', exact: true }).click();
    return this.dialog('Add task');
  }

  async fillTask(dialog: Locator, { name, description, date, collection }: TaskInput): Promise<void> {
    if (name !== undefined) await dialog.getByLabel('Task name', { exact: true }).fill(name);
    if (description !== undefined) await dialog.getByLabel('Description', { exact: true }).fill(description);
    if (date !== undefined) await dialog.getByLabel('Date', { exact: true }).fill(date);
    if (collection !== undefined)
      await dialog.getByLabel('Collection', { exact: true }).selectOption({ label: collection });
  }

  /**
   * Adds a task, for today by default. Resolves when the dialog has closed, and the task is safe on this
   * device.
   */
  async addTask(name: string, { date = day(), ...rest }: TaskInput & { readonly collection: string }) {
    const dialog = await this.openTaskDialog();
    await this.fillTask(dialog, { name, date, ...rest });
    await dialog.getByRole('button', { name: 'Add Task', exact: true }).click();
    await expect(dialog).toBeHidden();
  }

  /** The link in a task's row that opens its page. */
  rowLink(name: string): Locator {
    return this.task(name).getByRole('link', { name: `Open ${name}`, exact: true });
  }

  /** A task beside its list, or on its page. */
  get panel(): Locator {
    return this.page.getByRole('complementary', { name: 'Task', exact: true });
  }

  /** Opens the dialog of a task. */
  async openTask(name: string): Promise<Locator> {
    await this.task(name).focus();
    await this.page.keyboard.press('e');
    return this.dialog('Edit task');
  }

  async editTask(name: string, changes: TaskInput): Promise<void> {
    const dialog = await this.openTask(name);
    await this.fillTask(dialog, changes);
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(dialog).toBeHidden();
  }

  async completeTask(name: string): Promise<void> {
    await this.button(`Complete ${name}`).click();
  }

  async deleteTask(name: string): Promise<void> {
    await this.fromMenu(name, 'Delete');
    await this.confirmDeletion();
  }

  /** Opens the menu of a task's row, and chooses an entry. */
  async fromMenu(name: string, entry: string): Promise<void> {
    await this.task(name).hover();
    await this.button(`More for ${name}`).click();
    await this.menuItem(entry).click();
  }

  async confirmDeletion(): Promise<void> {
    const dialog = this.dialog('Are you sure you want to delete?');
    await dialog.getByRole('button', { name: 'Confirm', exact: true }).click();
    await expect(dialog).toBeHidden();
  }

  /** Cancels a form with any input. */
  async cancel(dialog: Locator): Promise<void> {
    await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
    await expect(dialog).toBeHidden();
  }

  /** The button of the notification about a draft. */
  get reopen(): Locator {
    return this.page.getByRole('status').getByRole('button', { name: 'Reopen', exact: true });
  }

  /** Clicks in the corner of the window, which is beside every dialog. */
  async clickBackdrop(): Promise<void> {
    await this.page.mouse.click(3, 3);
  }
}
