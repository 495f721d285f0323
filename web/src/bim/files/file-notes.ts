import { noted } from '@plumbline/contract/bim/file-notes'
import { use } from 'react'
import { LanguageContext } from '../../base/language.ts'

interface Said {
  code: string
  message: string
  hint?: string
}

/** What is wrong with a file, in the person's language; in English the server's own words, which know the details. */
export function useFileNotes(): (said: Said) => { message: string; hint: string } {
  const { texts } = use(LanguageContext)
  return ({ code, message, hint = '' }) => {
    if (!texts) return { message, hint }
    const words = noted(texts.fileNotes, { code, message })
    return { message: words, hint: words === message ? hint : '' }
  }
}
