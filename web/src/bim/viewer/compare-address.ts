/** Two versions of a file in the address: `older..newer..file`. */
export interface ComparedVersions {
  /** without it the card chooses the older version */
  from: string | null
  to: string
  /** addresses of earlier releases do not name it */
  file: string | null
}

export const formatComparison = ({ from, to, file }: ComparedVersions): string =>
  [from ?? '', to, ...(file ? [file] : [])].join('..')

export function parseComparison(text: string | undefined): ComparedVersions | null {
  const [from, to, file] = text?.split('..') ?? []
  return to ? { from: from || null, to, file: file || null } : null
}
