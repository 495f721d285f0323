import type { Page } from '@playwright/test'

/** Times of one kind of interaction with the issue list, in ms. */
export interface Interaction {
  name: string
  /** from the event to the next paint, by the browser's own event timing (in steps of 8 ms) */
  paint: number[]
  /** from the event until its result is drawn */
  shown: number[]
}

interface Times {
  paint: number
  shown: number
}

/**
 * Runs in the page: resolves when `isShown` holds after the next key or press, with the time until it was drawn and the
 * longest time from an event to its paint.
 */
function watchInteraction(isShown: (before: string) => boolean, describe: () => string) {
  const before = describe()
  const paints: number[] = []
  const events = new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { interactionId?: number })[])
      if (entry.interactionId) paints.push(entry.duration)
  })
  events.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  return new Promise<Times>((resolve) => {
    let began = 0
    const begin = ({ timeStamp }: Event) => {
      began ||= timeStamp
    }
    const kinds = ['keydown', 'pointerdown', 'beforeinput']
    for (const kind of kinds) document.addEventListener(kind, begin, { capture: true })
    const finish = () => {
      const shown = performance.now() - began
      for (const kind of kinds) document.removeEventListener(kind, begin, { capture: true })
      // the browser reports an event after its paint
      setTimeout(() => {
        events.disconnect()
        resolve({ paint: Math.max(8, ...paints), shown })
      }, 200)
    }
    const look = () => {
      if (began === 0 || !isShown(before)) return false
      changes.disconnect()
      requestAnimationFrame(() => setTimeout(finish))
      return true
    }
    const changes = new MutationObserver(look)
    changes.observe(document, { subtree: true, childList: true, characterData: true, attributes: true })
    // a checkbox changes without a change of the document
    document.addEventListener('change', () => setTimeout(look), { once: true, capture: true })
  })
}

/** Describes the list: its first row and the number of issues. */
const describeList = () =>
  `${document.querySelector('[data-scroll="Issues"] a')?.textContent} ${document.querySelector('[role=status].ms-auto')?.textContent}`
const hasOtherRows = (before: string) => {
  const [row, status] = ['[data-scroll="Issues"] a', '[role=status].ms-auto'].map(
    (selector) => document.querySelector(selector)?.textContent,
  )
  return row !== undefined && `${row} ${status}` !== before
}
const describeIssue = () => location.pathname
const isOtherIssueShown = (before: string) =>
  location.pathname !== before &&
  document.querySelector('main h2') !== null &&
  [...document.querySelectorAll('main span.me-auto')].some(
    ({ textContent }) => textContent === `#${location.pathname.split('/').at(-1)}`,
  )
const countTicks = () => String(document.querySelectorAll('[data-scroll="Issues"] td input:checked').length)
const hasOtherTicks = (before: string) =>
  String(document.querySelectorAll('[data-scroll="Issues"] td input:checked').length) !== before

async function measure(
  page: Page,
  into: Interaction,
  act: () => Promise<void>,
  isShown: (before: string) => boolean = hasOtherRows,
  describe: () => string = describeList,
) {
  // the watch has begun when the key is pressed
  const watch = await page.evaluateHandle<{ ended: Promise<Times> }>(
    `({ ended: (${watchInteraction})(${isShown}, ${describe}) })`,
  )
  await act()
  const { paint, shown } = await watch.evaluate(({ ended }) => ended)
  into.paint.push(paint)
  into.shown.push(shown)
}

const start = (name: string): Interaction => ({ name, paint: [], shown: [] })

async function typeLetters(page: Page): Promise<Interaction> {
  const typing = start('a letter in the search')
  const field = page.getByRole('searchbox').first()
  await field.click()
  for (const letter of ['w', 'p', 'g', 'h', 'f']) {
    await page.keyboard.press('Control+a')
    await measure(page, typing, () => page.keyboard.press(letter))
  }
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  return typing
}

async function sortColumns(page: Page): Promise<Interaction> {
  const sorting = start('an order')
  for (const column of ['Title', 'Priority', 'Due', 'Updated', 'Status'])
    await measure(page, sorting, () =>
      page.getByRole('columnheader').getByRole('button', { name: column, exact: true }).click(),
    )
  return sorting
}

async function setFilters(page: Page): Promise<Interaction> {
  const filtering = start('a filter')
  await page.getByRole('button', { name: 'Add filter' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Status', exact: true }).click()
  for (const value of ['Open', 'In progress', 'Resolved', 'Closed'])
    await measure(page, filtering, () => page.getByRole('dialog').getByText(value, { exact: true }).click())
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  return filtering
}

async function selectRows(page: Page): Promise<Interaction> {
  const selecting = start('a row selected')
  for (let row = 0; row < 4; row++)
    await measure(
      page,
      selecting,
      () =>
        page
          .getByRole('checkbox', { name: /^Select #/ })
          .nth(row)
          .click(),
      hasOtherTicks,
      countTicks,
    )
  return selecting
}

async function openIssues(page: Page): Promise<Interaction[]> {
  const [opening, going] = [start('an issue opened'), start('the next issue (J)')]
  await measure(
    page,
    opening,
    () => page.getByRole('row').nth(3).getByRole('link').click(),
    isOtherIssueShown,
    describeIssue,
  )
  for (const key of ['j', 'j', 'j', 'k', 'j'])
    await measure(page, going, () => page.keyboard.press(key), isOtherIssueShown, describeIssue)
  await page.keyboard.press('Escape')
  return [opening, going]
}

/** Times typical interactions on a page that shows an issue list. */
export async function measureInteractions(page: Page): Promise<Interaction[]> {
  return [
    await typeLetters(page),
    await sortColumns(page),
    await setFilters(page),
    await selectRows(page),
    ...(await openIssues(page)),
  ]
}
