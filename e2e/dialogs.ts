import { expect, type Page } from '@playwright/test'

/** Dialogs, without the messages in a corner, which have the same role and stay for seconds. */
export const dialogs = (page: Page) => page.getByRole('dialog').and(page.locator(':not([aria-modal=false])'))

/** Closes the messages in a corner, which lie over a dialog's head on a phone and over the bar of selected rows. */
export async function quiet(page: Page) {
  const toasts = page.getByRole('region', { name: 'Messages' })
  await toasts.evaluateAll((regions) => {
    for (const region of regions)
      for (const close of region.querySelectorAll<HTMLElement>('[aria-label=Close]')) close.click()
  })
  await expect(page.getByText('Success', { exact: true })).toHaveCount(0)
}

/** A closed dialog goes back in the history, which would cancel a navigation to another page. */
export const leaveHistory = (page: Page) =>
  expect.poll(() => page.evaluate(() => history.state?.layer)).toBeUndefined()
