import type { ApiError } from '../../api/client.ts'
import { capitalise } from '../../ui/toast.ts'

/** Field errors of a refused call that asks for the password; a wrong password shows at the password field. */
export function listFieldErrors(error: ApiError | null, passwordField: string): Record<string, string> {
  if (!error) return {}
  if (error.code !== 'bad_password') return error.fields
  const wrong = error.fields[passwordField] !== undefined || Object.keys(error.fields).length === 0
  return wrong ? { [passwordField]: capitalise(error.message) } : error.fields
}

/** The message above the form for a refusal that no field shows. */
export function describeFormError(error: ApiError | null, offline: string): string | undefined {
  if (!error || Object.keys(listFieldErrors(error, 'password')).length > 0) return undefined
  return error.code === 'offline' ? offline : capitalise(error.message)
}
