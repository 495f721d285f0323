/** What a Dropzone accepts. */
export interface FileRules {
  /** endings with their dot, lower case: ['.ifc', '.ifczip'] */
  endings: readonly string[]
  /** bytes */
  max_bytes: number
  /** how many at once; 1 when left out */
  max_files?: number
}

export type FileRefusal = 'too_large' | 'wrong_type' | 'too_many' | 'empty'

export interface RefusedFile {
  file: File
  reason: FileRefusal
}

/**
 * Splits files into those that may be used and those that may not, with the reason. Endings ignore case. Of several
 * where one is wanted none is taken: which of them was meant is not for us to guess.
 */
export function judgeFiles(
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

/** Bytes as people read them, in MB of 10^6 (kB below one, GB from a thousand), by locale: '28.4 MB'. */
export function fileSize(bytes: number, locale?: string): string {
  const [unit, divisor] =
    bytes >= 1e9
      ? (['gigabyte', 1e9] as const)
      : bytes >= 1e6
        ? (['megabyte', 1e6] as const)
        : (['kilobyte', 1e3] as const)
  const format = { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 } as const
  return new Intl.NumberFormat(locale, format).format(bytes / divisor)
}
