/** Reads browser and operating system from a user agent, by the names that people know. */

const browsers: [RegExp, string][] = [
  [/\bEdgA?\/(\d+)/, 'Edge'],
  [/\bOPR\/(\d+)/, 'Opera'],
  [/\bSamsungBrowser\/(\d+)/, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\/(\d+)/, 'Firefox'],
  [/\b(?:Headless)?(?:Chrome|CriOS)\/(\d+)/, 'Chrome'],
  [/\bVersion\/(\d+).*\bSafari\//, 'Safari'],
  [/\bcurl\/(\d+)/, 'curl'],
]
const systems: [RegExp, string][] = [
  [/\biPad\b/, 'iPad'],
  [/\biPhone\b/, 'iPhone'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac(?:intosh| OS X)\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

export interface UserAgentInfo {
  /** name and version; null for an unknown browser */
  browser: string | null
  system: string | null
  mobile: boolean
}

export function parseUserAgent(userAgent: string): UserAgentInfo {
  const found = browsers.find(([pattern]) => pattern.test(userAgent))
  const version = found?.[0].exec(userAgent)?.[1]
  const system = systems.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null
  return {
    browser: found ? `${found[1]} ${version}` : null,
    system,
    mobile: system !== null && ['iPad', 'iPhone', 'Android'].includes(system),
  }
}

/** `Chrome 140, Windows`; the user agent itself when both are unknown. */
export function describeBrowser(userAgent: string): string {
  const { browser, system } = parseUserAgent(userAgent)
  return [browser, system].filter(Boolean).join(', ') || userAgent
}
