import { DetailedError } from 'tus-js-client'
import { ApiError, createOfflineError } from './client.ts'
import { parseTusRefusal } from './tus-refusal.ts'

/** Errors of resumable uploads (tus) as errors of the API. */

const getTusStatus = (error: Error): number =>
  error instanceof DetailedError ? (error.originalResponse?.getStatus() ?? 0) : 0

/** Whether the server rejected bytes because the upload is already complete: only its last response was lost. */
export const isAlreadyComplete = (error: Error) => parseTusRefusal(error)?.error === 'wrong_state'

/** Whether an error is transient: network and server errors and a wrong offset, but no other rejection. */
export function isTransientTusError(error: Error): boolean {
  const status = getTusStatus(error)
  if (status === 409) return !isAlreadyComplete(error)
  return status === 0 || status === 408 || status === 423 || status === 429 || status >= 500
}

/** The server's refusal as ApiError; without a response, the error of a call that did not reach the server. */
export function convertTusError(error: Error): ApiError {
  const status = getTusStatus(error)
  return status === 0 ? createOfflineError() : new ApiError(status, parseTusRefusal(error) ?? {})
}
