import { addPasskey, startPasskey } from '@plumbline/contract/auth/account'
import { loginWithPasskey, startPasskeyLogin } from '@plumbline/contract/auth/auth'
import type { Me } from '@plumbline/contract/users/users'
import { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import { call } from '../api/client.ts'

/** Creating and using passkeys with the browser's WebAuthn API; imported lazily. */

/** True when the person closed the browser's dialog or let it time out, which is not a failure. */
const wasCancelled = (error: unknown) =>
  error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name)

async function nullIfCancelled<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if (wasCancelled(error)) return null
    throw error
  }
}

type SignInOptions = Parameters<typeof startAuthentication>[0]['optionsJSON']
type CreateOptions = Parameters<typeof startRegistration>[0]['optionsJSON']

/** Signs in with a passkey; null when the person cancelled. Rejects with ApiError or the browser's own error. */
export async function signInWithPasskey(): Promise<Me | null> {
  const options = await call(startPasskeyLogin, {})
  const response = await nullIfCancelled(startAuthentication({ optionsJSON: options as SignInOptions }))
  return response && call(loginWithPasskey, { body: { response: { ...response } } })
}

/** Creates a passkey in the browser, to be stored with `savePasskey`; null when the person cancelled. */
export async function createPasskey(password: string) {
  const options = await call(startPasskey, { body: { password } })
  return nullIfCancelled(startRegistration({ optionsJSON: options as unknown as CreateOptions }))
}

export const savePasskey = (name: string, response: { id: string }) =>
  call(addPasskey, { body: { name, response: { ...response } } })
