/** Country options in a language, from the browser's own region names. */
export function listCountryOptions(locale: string): { value: string; label: string }[] {
  const names = new Intl.DisplayNames([locale], { type: 'region', fallback: 'none' })
  const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index))
  const codes = letters.flatMap((first) => letters.map((second) => first + second))
  // regions that are not countries: unions, private use and withdrawn codes
  const none = /^(X[A-Z]|Q[M-Z]|A[A]|Z[Z]|EU|EZ|UN|AN|BU|CS|DD|FX|NT|SU|TP|YD|YU|ZR)$/
  const found = new Map<string, string>()
  for (const code of codes) {
    const label = none.test(code) ? undefined : names.of(code)
    if (label && ![...found.values()].includes(label)) found.set(code, label)
  }
  return [...found]
    .map(([value, label]) => ({ value, label }))
    .sort((a, b) => a.label.localeCompare(b.label, locale))
}

/** The region of the browser's language (DE of de-DE), or null. */
export function guessCountry(): string | null {
  return new Intl.Locale(navigator.language).maximize().region ?? null
}
