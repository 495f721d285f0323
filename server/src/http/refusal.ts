import { type ErrorBody, type ErrorCode, errors } from '@plumbline/contract/errors'
import type { FilledSentence, Sentence } from '@plumbline/contract/sentences'

/** what is wrong with fields, by their path */
export type RefusalFields = Record<string, Sentence | FilledSentence>

/** What a refusal is made of: it can be sent between threads. */
export interface SerializedRefusal {
  code: ErrorCode
  message: Sentence | FilledSentence
  fields?: RefusalFields
  retryAfter?: number
}

/** The one way to say no: thrown anywhere, answered in one place in the contract's form. */
export class Refusal extends Error {
  readonly code: ErrorCode
  readonly fields: RefusalFields | undefined
  /** seconds until it is worth trying again, for too_many_requests */
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

/** A body that could not be read, before anybody was asked who sends it. */
export class UnreadBodyError extends Refusal {}

export const isUnreadBodyError = (error: Error): boolean =>
  error instanceof UnreadBodyError || String((error as { code?: unknown }).code).startsWith('FST_ERR_CTP')

/** There is no room for what was to be written: on this server's disk, or on that of its database. */
export function isDiskFull(error: unknown): boolean {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown }
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === '53100') return true
  return cause !== undefined && cause !== error && isDiskFull(cause)
}
