/** The IANA time zone of this browser, such as Europe/Berlin. */
export const readTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/**
 * The time zones to choose from. Browsers do not list UTC, nor every name of a zone: those in `used` come first if they are
 * missing.
 */
export function listTimeZoneOptions(...used: string[]): { value: string; label: string }[] {
  const listed = Intl.supportedValuesOf('timeZone')
  const missing = [...used, 'UTC'].filter((zone) => !listed.includes(zone))
  return [...new Set([...missing, ...listed])].map((value) => ({ value, label: value.replaceAll('_', ' ') }))
}
