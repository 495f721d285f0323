import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

/** Software drawing, so that pictures and times do not depend on a graphics card. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--disable-background-networking',
]

/** The Chromium to test with: CHROMIUM, the system's, else Playwright's own; null when there is none. */
export function chromiumPath(): string | null {
  const found = [process.env.CHROMIUM, '/usr/bin/chromium', chromium.executablePath()]
  return found.find((path) => path && existsSync(path)) ?? null
}
