/** The IANA time zone of this browser, such as Europe/Berlin. */
export const readTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone
