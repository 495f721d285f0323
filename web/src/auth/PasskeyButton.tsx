import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { ApiError } from '../api/client.ts'
import { startUserSession } from '../api/session.ts'
import { goToNextStep } from '../api/start.ts'
import { Button } from '../ui/Button.tsx'
import { capitalise } from '../ui/toast.ts'
import { useAuthText } from './text.ts'

/** Signs in with a passkey; hidden in browsers without passkeys. */
export function PasskeyButton({ onProblem }: { onProblem: (problem?: string) => void }) {
  const text = useAuthText()
  const [waiting, setWaiting] = useState(false)
  if (!('PublicKeyCredential' in window)) return null

  function describe(error: unknown): string {
    if (!(error instanceof ApiError)) return text.passkeyFailed
    if (error.code === 'offline') return text.offline
    // errors unrelated to the passkey, such as a locked account or too many attempts, are shown unchanged
    const isRejected = ['bad_credentials', 'unauthenticated'].includes(error.code) && !error.reason
    return isRejected ? text.passkeyFailed : capitalise(error.message)
  }
  async function signIn() {
    setWaiting(true)
    onProblem()
    try {
      const { signInWithPasskey } = await import('./passkeys.ts')
      const me = await signInWithPasskey()
      if (me) await startUserSession(me).then(goToNextStep)
    } catch (error) {
      onProblem(describe(error))
    } finally {
      setWaiting(false)
    }
  }
  return (
    <Button
      className="mt-2 w-full"
      icon={<KeyRound aria-hidden />}
      loading={waiting}
      onClick={() => void signIn()}
    >
      {text.passkey}
    </Button>
  )
}
