import { type ErrorBody, type ErrorCode, errors } from '@plumbline/contract/errors'
import { formatReason, type Reason } from '@plumbline/contract/reasons'

/** English text for API clients, which has no code and is not translated. */
export interface PlainText {
  text: string
}

const isReason = (given: object): given is Reason => 'code' in given
const isPlainText = (given: object): given is PlainText => 'text' in given

/** The English text of a reason. */
export const formatExplanation = (given: Reason | PlainText): string =>
  isReason(given) ? formatReason(given) : given.text

/** problems of input fields, by field path */
export type RefusalFields = Record<string, Reason | PlainText>

interface RefusalDetails {
  /** without one, the client shows the default message of the code */
  reason?: Reason | PlainText | undefined
  fields?: RefusalFields | undefined
  /** seconds until a retry makes sense */
  retryAfter?: number | undefined
}

/** A refusal as plain data, which can be sent between threads. */
export interface SerializedRefusal {
  code: ErrorCode
  details: RefusalDetails
}

/** The error that becomes a 4xx or 5xx response: thrown anywhere, converted in one place to the contract's error body. */
export class Refusal extends Error {
  readonly code: ErrorCode
  readonly details: RefusalDetails

  constructor(code: ErrorCode, given: Reason | PlainText | RefusalDetails = {}) {
    const details = isReason(given) || isPlainText(given) ? { reason: given } : given
    super(details.reason ? formatExplanation(details.reason) : errors[code].message)
    this.name = 'Refusal'
    this.code = code
    this.details = details
  }

  get status(): number {
    return errors[this.code].status
  }

  get serialized(): SerializedRefusal {
    return { code: this.code, details: this.details }
  }

  body(requestId: string): ErrorBody {
    const { reason, fields } = this.details
    const problems = Object.entries(fields ?? {})
    const coded = problems.filter((entry): entry is [string, Reason] => isReason(entry[1]))
    return {
      error: this.code,
      message: this.message,
      ...(reason && isReason(reason) ? { reason } : {}),
      ...(fields
        ? { fields: Object.fromEntries(problems.map(([path, given]) => [path, formatExplanation(given)])) }
        : {}),
      ...(coded.length > 0 ? { field_reasons: Object.fromEntries(coded) } : {}),
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
