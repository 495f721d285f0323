/** Extracts the project code from typed, pasted or scanned text: the code itself, or a link with a `code` parameter. */
export function parseAccessCode(input: string): string {
  const query = /\?[^#\s]*/.exec(input)?.[0]
  return (new URLSearchParams(query).get('code') || input).trim()
}

/** The path of a QR sheet of this server (`/q/…`), which opens a place in a model; null for other text. */
export function parseSheetPath(input: string, origin: string): string | null {
  const url = URL.canParse(input) ? new URL(input) : null
  return url?.origin === origin && /^\/q\/[\w-]+$/.test(url.pathname) ? url.pathname : null
}
