import { type ErrorBody, type ErrorCode, errors } from '@plumbline/contract/errors'
import type { FilledSentence, Sentence } from '@plumbline/contract/reasons'

/** problems of input fields, by field path */
export type RefusalFields = Record<string, Sentence | FilledSentence>

/** A refusal as plain data, which can be sent between threads. */
export interface SerializedRefusal {
  code: ErrorCode
  message: Sentence | FilledSentence
  fields?: RefusalFields
  retryAfter?: number
}

/** The error that becomes a 4xx or 5xx response: thrown anywhere, converted in one place to the contract's error body. */
export class Refusal extends Error {
  readonly code: ErrorCode
  readonly fields: RefusalFields | undefined
  /** seconds until a retry makes sense */
  readonly retryAfter: number | undefined

  constructor(
    code: ErrorCode,
    more: {
      message?: Sentence | FilledSentence | undefined
      fields?: RefusalFields
      retryAfter?: number
    } = {},
  ) {
    super(more.message ?? errors[code].message)
    this.name = 'Refusal'
    this.code = code
    this.fields = more.fields
    this.retryAfter = more.retryAfter
  }

  get status(): number {
    return errors[this.code].status
  }

  get serialized(): SerializedRefusal {
    const { code, message, fields, retryAfter } = this
    return {
      code,
      message: message as Sentence,
      ...(fields ? { fields } : {}),
      ...(retryAfter === undefined ? {} : { retryAfter }),
    }
  }

  body(requestId: string): ErrorBody {
    return {
      error: this.code,
      message: this.message,
      ...(this.fields ? { fields: this.fields } : {}),
      request_id: requestId,
    }
  }
}

/** A malformed body, detected before the caller was authenticated. */
export class UnreadBodyError extends Refusal {}

export const isUnreadBodyError = (error: Error): boolean =>
  error instanceof UnreadBodyError || String((error as { code?: unknown }).code).startsWith('FST_ERR_CTP')

/** True if the disk of this server or of its database is full. */
export function isDiskFull(error: unknown): boolean {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown }
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === '53100') return true
  return cause !== undefined && cause !== error && isDiskFull(cause)
}
