/** Parses a Range header with one range, clamped to the file; null without one, 'outside' if it cannot be satisfied. */
export function parseRange(
  header: string | null,
  size: number,
): { start: number; end: number } | null | 'outside' {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? []
  if (from === '' && to === '') return null
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  return start > end || start >= size ? 'outside' : { start, end }
}
