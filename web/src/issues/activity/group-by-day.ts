/** Groups items by day in the browser's time zone; their order is kept. */
export function groupByDay<T extends { at: string }>(items: readonly T[]): { day: string; items: T[] }[] {
  const days: { day: string; items: T[] }[] = []
  for (const item of items) {
    const day = formatDay(new Date(item.at))
    const last = days.at(-1)
    if (last?.day === day) last.items.push(item)
    else days.push({ day, items: [item] })
  }
  return days
}

/** `yyyy-MM-dd` in the browser's time zone */
export function formatDay(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
