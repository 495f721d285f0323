import type { SentReason } from '@plumbline/contract/fields'
import { fillSentence } from '@plumbline/contract/fill-sentence'
import type { ReasonCode } from '@plumbline/contract/reasons'
import { use } from 'react'
import { LanguageContext, type Texts } from '../base/language.ts'

/** A reason of the server in another language; null in English and for a code that this client does not know. */
export function translateReason(texts: Texts | null, reason: SentReason | null | undefined): string | null {
  if (!texts || !reason || !Object.hasOwn(texts.reasons, reason.code)) return null
  return fillSentence(texts.reasons[reason.code as ReasonCode], reason.values, texts.ui)
}

/** Text of a reason inside a reply, in the current language; else the server's English text. */
export function useReasonText() {
  const { texts } = use(LanguageContext)
  return ({
    reason,
    message,
  }: {
    reason?: SentReason | null | undefined
    message?: string | null | undefined
  }) => translateReason(texts, reason) ?? message ?? ''
}
