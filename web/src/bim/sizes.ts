import { language } from '../app/language.ts'

/** A size in MB (10^6), or kB below one, in the notation of the language: `4.1 MB`. */
export function showSize(bytes: number): string {
  const { locale } = language.read()
  const show = (number: number, digits: number) =>
    new Intl.NumberFormat(locale, { maximumFractionDigits: digits }).format(number)
  if (bytes < 1_000_000) return `${show(Math.max(1, bytes / 1000), 0)} kB`
  const megabytes = bytes / 1_000_000
  return `${show(megabytes, megabytes < 100 ? 1 : 0)} MB`
}
