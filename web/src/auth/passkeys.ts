import { addPasskey, startPasskey } from '@plumbline/contract/auth/account'
import { loginWithPasskey, startPasskeyLogin } from '@plumbline/contract/auth/auth'
import type { Me } from '@plumbline/contract/users/users'
import { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import { call } from '../api/client.ts'

/** Passkeys of this browser or device; loaded when one is used. */

/** The person closed the browser's question, or let it run out: not a failure. */
const gaveUp = (error: unknown) =>
  error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name)

async function unlessGivenUp<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if (gaveUp(error)) return null
    throw error
  }
}

type SignInOptions = Parameters<typeof startAuthentication>[0]['optionsJSON']
type CreateOptions = Parameters<typeof startRegistration>[0]['optionsJSON']

/** Signs in; null when the person gave up. Rejects with ApiError, or with what the browser says. */
export async function signInWithPasskey(): Promise<Me | null> {
  const options = await call(startPasskeyLogin, {})
  const response = await unlessGivenUp(startAuthentication({ optionsJSON: options as SignInOptions }))
  return response && call(loginWithPasskey, { body: { response: { ...response } } })
}

/** Asks the browser for a new passkey, to be kept under a name with `keepPasskey`; null when the person gave up. */
export async function createPasskey(password: string) {
  const options = await call(startPasskey, { body: { password } })
  return unlessGivenUp(startRegistration({ optionsJSON: options as unknown as CreateOptions }))
}

export const keepPasskey = (name: string, response: { id: string }) =>
  call(addPasskey, { body: { name, response: { ...response } } })
