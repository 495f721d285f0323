/**
 * The position behind white space and comments that follow each other from `from` on; that of a comment which does not end.
 * A regular expression for it can try exponentially many ways to divide the comments.
 */
export function skipComments(text: string, [open, close]: readonly [string, string], from = 0): number {
  for (let at = from; ; ) {
    while (/\s/.test(text.charAt(at))) at++
    if (!text.startsWith(open, at)) return at
    const end = text.indexOf(close, at + open.length)
    if (end < 0) return at
    at = end + close.length
  }
}

export const XML_COMMENT = ['<!--', '-->'] as const
export const STEP_COMMENT = ['/*', '*/'] as const

/** Whether the pattern, which has the flag y, matches at a position. */
export function matchesAt(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at
  return pattern.test(text)
}
