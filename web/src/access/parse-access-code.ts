/** Extracts the project code from typed, pasted or scanned text: the code itself, or a link with a `code` parameter. */
export function parseAccessCode(input: string): string {
  const link = /[?&]code=([^&#\s]+)/.exec(input)?.[1]
  return (link ? decodeURIComponent(link) : input).trim()
}
