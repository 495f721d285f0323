import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'

/**
 * Lists accessibility violations of a page as `rule: places`: those that axe-core finds for WCAG 2.2 A and AA, and duplicate
 * ids. Injects the script of half a megabyte once per document; @axe-core/playwright injects it twice for each check.
 */
export async function findProblems(
  page: Page,
  { part, without = [] }: { part?: string; without?: string[] } = {},
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const { passes, problems, doubled } = await page.evaluate(
    async ([include, off]) => {
      const { run } = (window as unknown as { axe: typeof axe }).axe
      const results = await run(
        // hidden stops of the tab key around a popup, which send the focus on at once
        { ...(include ? { include: [include] } : {}), exclude: ['[data-base-ui-focus-guard]'] },
        {
          // locations of passed rules, which nobody reads, take longer than the rules
          resultTypes: ['violations'],
          runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
          rules: Object.fromEntries(off.map((rule) => [rule, { enabled: false }])),
        },
      )
      // a link or label reaches only the first element with a duplicate id; axe-core no longer checks this. A
      // page kept behind another one is not rendered and comes after it in the document.
      const ids = [...document.querySelectorAll('[id]')]
        .filter((element) => element.checkVisibility())
        .map(({ id }) => id)
      const doubled = new Set(ids.filter((id, at) => ids.indexOf(id) !== at))
      return {
        passes: results.passes.length,
        doubled: [...doubled].map((id) => `id used twice: ${id}`),
        problems: results.violations.map(
          ({ id, nodes }) =>
            `${id}: ${nodes
              .map(({ target, html, any }) => {
                const { fgColor, bgColor } = any[0]?.data ?? {}
                const colors = fgColor ? ` (${fgColor} on ${bgColor})` : ''
                return `${target.join(' ')} ${html.slice(0, 160)}${colors}`
              })
              .join(', ')}`,
        ),
      }
    },
    [part, without] as const,
  )
  // a page that has not been drawn passes no rule
  expect(passes).toBeGreaterThan(1)
  return [...problems, ...doubled]
}

/** Shows a theme and waits until it is drawn: colours read while it changes are of both. */
export async function showTheme(page: Page, colorScheme: 'light' | 'dark') {
  await page.emulateMedia({ colorScheme })
  await page.waitForFunction((scheme) => matchMedia(`(prefers-color-scheme: ${scheme})`).matches, colorScheme)
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
  // colours change from one theme to the other in transitions
  await finishAnimations(page)
}

/** Waits for running transitions, and for those of children that begin as a colour they inherit changes. */
export async function finishAnimations(page: Page) {
  await page.evaluate(async () => {
    const findEnding = () =>
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
    for (let ending = findEnding(); ending.length > 0; ending = findEnding()) {
      await Promise.allSettled(ending.map(({ finished }) => finished))
      await new Promise((resolve) => requestAnimationFrame(resolve))
    }
  })
}

export async function expectAccessible(page: Page, options: { part?: string; without?: string[] } = {}) {
  expect(await findProblems(page, options)).toEqual([])
}
