const two = (number: number) => String(number).padStart(2, '0')

/** Common due dates as `yyyy-MM-dd` in the browser's time zone. */
export function listCommonDueDates(now: Date) {
  const after = (days: number) => {
    const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() + days)
    return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`
  }
  return { today: after(0), tomorrow: after(1), week: after(7), fortnight: after(14) }
}
