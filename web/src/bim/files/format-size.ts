import { language } from '../../base/language.ts'

/** Formats a size in MB (10^6 bytes), or kB below one, in the user's locale: `4.1 MB`. Only 0 bytes are shown as 0 kB. */
export function formatSize(bytes: number): string {
  const { locale } = language.read()
  const show = (number: number, unit: 'kilobyte' | 'megabyte', digits: number) =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: digits }).format(number)
  if (bytes < 999_500) return show(bytes === 0 ? 0 : Math.max(1, bytes / 1000), 'kilobyte', 0)
  const megabytes = bytes / 1_000_000
  return show(megabytes, 'megabyte', megabytes < 100 ? 1 : 0)
}
