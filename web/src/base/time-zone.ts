/** The IANA time zone of this browser, such as Europe/Berlin. */
export const readTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** The time zones to choose from. Browsers list neither UTC nor every name of a zone: missing ones in `used` come first. */
export function listTimeZoneOptions(...used: string[]): { value: string; label: string }[] {
  const listed = Intl.supportedValuesOf('timeZone')
  const missing = [...used, 'UTC'].filter((zone) => !listed.includes(zone))
  return [...new Set([...missing, ...listed])].map((value) => ({ value, label: value.replaceAll('_', ' ') }))
}
