import type { Page } from '@playwright/test'

/** Frames of a list that is scrolled, in ms. */
export interface Frames {
  /** time of the page's main thread for each frame: script, style, layout and paint */
  work: number[]
  /** from frame to frame */
  apart: number[]
}

/** Scrolls the element at `selector`; the work of a frame ends when a task queued after its painting runs. */
export function scrollFrames(
  page: Page,
  selector: string,
  { frames, step }: { frames: number; step: number },
): Promise<Frames> {
  return page.evaluate(
    async ({ selector, frames, step }) => {
      const list = document.querySelector(selector)
      if (!list) throw new Error(`no ${selector}`)
      const channel = new MessageChannel()
      const [work, apart]: [number[], number[]] = [[], []]
      let before = 0
      for (let frame = 0; frame < frames; frame++) {
        const began = await new Promise<number>((resolve) => requestAnimationFrame(resolve))
        if (before > 0) apart.push(began - before)
        before = began
        const start = performance.now()
        list.scrollTop += step
        await new Promise((resolve) => {
          channel.port1.onmessage = resolve
          channel.port2.postMessage(0)
        })
        work.push(performance.now() - start)
      }
      return { work, apart }
    },
    { selector, frames, step },
  )
}
