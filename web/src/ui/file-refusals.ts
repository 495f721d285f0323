import { type FileRefusal, type FileRules, formatFileSize } from './file-rules.ts'
import type { UiText } from './text.tsx'

/** Explains why a file is refused. */
export function describeFileRefusal(reason: FileRefusal, rules: FileRules, text: UiText): string {
  if (reason === 'too_large') return text.fileTooLarge(formatFileSize(rules.max_bytes, text.locale))
  if (reason === 'too_many') return text.fileTooMany(rules.max_files ?? 1)
  if (reason === 'empty') return text.fileEmpty
  return text.fileWrongType(rules.endings.join(', '))
}
