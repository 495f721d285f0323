import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

/**
 * The build converts new syntax for the oldest supported browsers (`target` in vite.config.ts), but adds no missing platform
 * functions. The `lib` of the TypeScript projects excludes JavaScript functions added after 2024; this list has DOM
 * functions that the types allow and Safari 17.5 lacks.
 */
const MISSING_IN_SAFARI: Record<string, RegExp> = {
  'URL.parse (18.0)': /\bURL\.parse\(/,
  'iteration over streams (none)': /\bfor await\b|AsyncIterable\b/,
  'ReadableStream.from (none)': /\bReadableStream\.from\(/,
  'requestIdleCallback (none)': /\brequestIdleCallback\b/,
  'scheduler.yield, scheduler.postTask (none)': /\bscheduler\.(yield|postTask)\b/,
  'Blob and Response.bytes() (18.0)': /\.bytes\(\)/,
  'navigator.connection, deviceMemory, userAgentData (none)':
    /\bnavigator\.(connection|deviceMemory|userAgentData)\b/,
  'file pickers (none)': /\bshow(OpenFile|SaveFile|Directory)Picker\b/,
  'document.startViewTransition (18.0)': /\bstartViewTransition\b/,
  'the Navigation API (26.2)': /\b(window|globalThis)\.navigation\b/,
  'the pixel size of observed boxes (none)': /\bdevicePixelContentBox/,
  'the scrollend event (26.2)': /\bonscrollend\b|'scrollend'/,
  'scrollIntoViewIfNeeded (not a standard)': /\bscrollIntoViewIfNeeded\b/,
  'performance.memory (none)': /\bperformance\.memory\b/,
  'pictures written as WebP or AVIF (none)':
    /(toBlob|convertToBlob|toDataURL|\.take)\([^)]*image\/(webp|avif)/,
  'CookieStore (18.4)': /\bcookieStore\b/,
  'Float16Array (18.2)': /\bFloat16Array\b/,
}

const root = path.join(import.meta.dirname, '../../..')
const files = ['web/src', 'viewer/src', 'contract/src'].flatMap((folder) =>
  fs
    .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(tsx?|js)$/.test(name) && !/\.test\.tsx?$|(^|\/)test\//.test(name))
    .map((name) => path.join(folder, name)),
)
const comments = /\/\*[\s\S]*?\*\/|(^|\s)\/\/.*$/gm

test('The code for browsers calls no function that Safari 17.5 lacks', () => {
  expect(files.length).toBeGreaterThan(500)
  const found = files.flatMap((file) => {
    const code = fs.readFileSync(path.join(root, file), 'utf8').replace(comments, '')
    return Object.entries(MISSING_IN_SAFARI)
      .filter(([, pattern]) => pattern.test(code))
      .map(([name]) => `${file}: ${name}`)
  })
  expect(found).toEqual([])
})
