/** A size in MB (10^6), or kB below one: `4.1 MB`. */
export function showSize(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.max(1, Math.round(bytes / 1000)).toLocaleString()} kB`
  const megabytes = bytes / 1_000_000
  return `${megabytes.toLocaleString(undefined, { maximumFractionDigits: megabytes < 100 ? 1 : 0 })} MB`
}
