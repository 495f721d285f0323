import type { ApiError } from '../../api/client.ts'
import { capitalised } from '../../ui/toast.ts'

/** What a call that asks for the password refused, by field: that it was wrong stands at the field that held it. */
export function refusedFields(error: ApiError | null, passwordField: string): Record<string, string> {
  if (!error) return {}
  if (error.code !== 'bad_password') return error.fields
  const wrong = error.fields[passwordField] !== undefined || Object.keys(error.fields).length === 0
  return wrong ? { [passwordField]: capitalised(error.message) } : error.fields
}

/** What is to be said above the form, when no field says it. */
export function refusedProblem(error: ApiError | null, offline: string): string | undefined {
  if (!error || Object.keys(refusedFields(error, 'password')).length > 0) return undefined
  return error.code === 'offline' ? offline : capitalised(error.message)
}
