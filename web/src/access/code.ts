/** The code in what was typed, pasted or scanned: a code alone, or a link that carries one. */
export function codeIn(input: string): string {
  const link = /[?&]code=([^&#\s]+)/.exec(input)?.[1]
  return (link ? decodeURIComponent(link) : input).trim()
}
