import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

/** Software rendering, so that images and timings do not depend on a graphics card. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--disable-background-networking',
]

/**
 * Path of the Chromium to test with: from the environment variable CHROMIUM, the system, or Playwright; null if
 * there is none.
 */
export function findChromium(): string | null {
  const found = [process.env.CHROMIUM, '/usr/bin/chromium', chromium.executablePath()]
  return found.find((path) => path && existsSync(path)) ?? null
}
