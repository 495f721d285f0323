import type { ErrorBody } from '@plumbline/contract/errors'

/** The refusal in the response of a failed resumable upload (tus); null without one. Loads no code of tus. */
export function parseTusRefusal(error: Error): ErrorBody | null {
  const response = 'originalResponse' in error ? (error.originalResponse as TusResponse | null) : null
  const body = response?.getBody()
  if (!body) return null
  try {
    return JSON.parse(body) as ErrorBody
  } catch {
    return null
  }
}

interface TusResponse {
  getBody: () => string | undefined
}
