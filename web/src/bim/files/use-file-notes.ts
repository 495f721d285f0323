import { translateNote } from '@plumbline/contract/bim/file-notes'
import { use } from 'react'
import { LanguageContext } from '../../base/language.ts'

interface FileNote {
  code: string
  message: string
  hint?: string
}

/** Translates notes about a file into the user's language; English shows the server's own, more detailed message. */
export function useFileNotes(): (note: FileNote) => { message: string; hint: string } {
  const { texts } = use(LanguageContext)
  return ({ code, message, hint = '' }) => {
    if (!texts) return { message, hint }
    const words = translateNote(texts.fileNotes, { code, message })
    return { message: words, hint: words === message ? hint : '' }
  }
}
