import { expect, test } from 'vitest'
import { describeBrowser, parseUserAgent } from './devices.ts'

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

test.each([
  [chrome, 'Chrome 140, Windows'],
  [`${chrome} Edg/140.0.0.0`, 'Edge 140, Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0', 'Firefox 143, Linux'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
    'Safari 26, macOS',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
    'Safari 26, iPhone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
    'Chrome 140, Android',
  ],
  ['my own script', 'my own script'],
  ['', ''],
])('%j is %j', (userAgent, words) => {
  expect(describeBrowser(userAgent)).toBe(words)
})

test('A phone counts as mobile and a desktop computer does not', () => {
  expect(parseUserAgent('… (Linux; Android 10; K) … Chrome/140.0').mobile).toBe(true)
  expect(parseUserAgent(chrome).mobile).toBe(false)
})
