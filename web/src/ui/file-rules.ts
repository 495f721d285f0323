/** The rules for files in a Dropzone. */
export interface FileRules {
  /** extensions with their dot in lower case: ['.ifc', '.ifczip'] */
  endings: readonly string[]
  /** size limit in bytes */
  max_bytes: number
  /** most files at once; 1 by default */
  max_files?: number
}

export type FileRefusal = 'too_large' | 'wrong_type' | 'too_many' | 'empty'

export interface RefusedFile {
  file: File
  reason: FileRefusal
}

/**
 * Splits files into accepted and refused ones with the reason. Extensions ignore case. Of several files where one is
 * expected none is accepted, because the choice would be a guess.
 */
export function validateFiles(
  files: readonly File[],
  rules: FileRules,
): { accepted: File[]; refused: RefusedFile[] } {
  const accepted: File[] = []
  const refused: RefusedFile[] = []
  const most = rules.max_files ?? 1
  for (const file of files) {
    const name = file.name.toLowerCase()
    let reason: FileRefusal | null = null
    if (most === 1 && files.length > 1) reason = 'too_many'
    else if (!rules.endings.some((ending) => name.endsWith(ending))) reason = 'wrong_type'
    else if (file.size === 0) reason = 'empty'
    else if (file.size > rules.max_bytes) reason = 'too_large'
    else if (accepted.length >= most) reason = 'too_many'
    if (reason) refused.push({ file, reason })
    else accepted.push(file)
  }
  return { accepted, refused }
}

/** Formats bytes in MB of 10^6 bytes (kB below one, GB from a thousand) for a locale: '28.4 MB'. */
export function formatFileSize(bytes: number, locale?: string): string {
  const [unit, divisor] =
    bytes >= 1e9
      ? (['gigabyte', 1e9] as const)
      : bytes >= 1e6
        ? (['megabyte', 1e6] as const)
        : (['kilobyte', 1e3] as const)
  const format = { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 } as const
  return new Intl.NumberFormat(locale, format).format(bytes / divisor)
}
