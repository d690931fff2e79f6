import { expect, test } from './fixtures.ts';

test('A visitor reads what Sunglow is, and finds the ways in', async ({ app: { page } }) => {
  await page.goto('/');
  await expect(
    page.getByRole('heading', { level: 1, name: 'Organize, Prioritize, Achieve', exact: true }),
  ).toBeVisible();
  await expect(
    page.getByText(
      'Effortlessly manage your tasks. Set priorities, track progress, and achieve your goals seamlessly.',
    ),
  ).toBeVisible();

  const header = page.getByRole('banner');
  await header.getByRole('link', { name: 'Login', exact: true }).click();
  await expect(page).toHaveURL('/auth/login');
  await page.goBack();
  await header.getByRole('link', { name: 'Signup', exact: true }).click();
  await expect(page).toHaveURL('/auth/signup');
  await page.goBack();
  await page.getByRole('link', { name: 'Get Started', exact: true }).click();
  await expect(page).toHaveURL('/auth/signup');
  await expect(page.getByRole('heading', { level: 1, name: 'Sign up', exact: true })).toBeVisible();
});

test('A signed-in user who comes to the landing page is led to today', async ({ app }) => {
  await app.signUp();
  await app.page.goto('/');
  await expect(app.page).toHaveURL('/app/today');
  await expect(app.heading('Today')).toBeVisible();
});

test('A user who comes to an address that is none reads so, and is led to today', async ({ app }) => {
  await app.signUp();
  for (const path of ['/nowhere', '/app/nowhere', '/auth/nowhere', '/app/today/more', '/50%', '/%E0%A4%A']) {
    await app.page.goto(path);
    await expect(app.heading('Page Not Found!'), path).toBeVisible();
    await app.page.getByRole('link', { name: 'Click Here', exact: true }).click();
    await expect(app.page).toHaveURL('/app/today');
    await expect(app.heading('Today')).toBeVisible();
  }
});

test('A visitor who comes to an address that is none reads so, too', async ({ app }) => {
  await app.page.goto('/nowhere');
  await expect(app.heading('Page Not Found!')).toBeVisible();
  await app.page.getByRole('link', { name: 'Click Here', exact: true }).click();
  await expect(app.page).toHaveURL('/auth/login');
});

test('The landing page fits every window', async ({ app: { page } }) => {
  for (const width of [1280, 632, 631, 375, 320]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/');
    await expect(page.getByRole('link', { name: 'Get Started', exact: true })).toBeInViewport();
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow, `${width} px`).toBe(0);
  }
});
