import { ModelError } from '@plumbline/bim/model'
import { isDiskFull } from '../http/refusal.ts'
import type { ItemFailure } from '../jobs/background-runs.ts'
import { diskFullError } from './convert/disk-full.ts'

/** errors that a retry may avoid */
const RETRIED_CODES = ['CRASHED', 'KILLED']

/** The message for a conversion error, and whether a second attempt may succeed. */
export function describeFailure(error: unknown): { failure: ItemFailure; isRetried: boolean } {
  const known = isDiskFull(error) ? diskFullError() : error
  if (known instanceof ModelError) {
    const { code, message, hint } = known
    return { failure: { code, message, hint }, isRetried: RETRIED_CODES.includes(code) }
  }
  const failure = {
    code: 'INTERNAL',
    message: 'The server could not process this file',
    hint: 'Restart the processing, or ask the operator',
  }
  return { failure, isRetried: true }
}
