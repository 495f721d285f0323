import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { ApiError } from '../api/client.ts'
import { startUserSession } from '../api/session.ts'
import { goToNextStep } from '../api/start.ts'
import { Button } from '../ui/Button.tsx'
import { useAuthText } from './text.ts'

/** Signs in with a passkey; hidden in browsers without passkeys. */
export function PasskeyButton({ onProblem }: { onProblem: (problem?: string) => void }) {
  const text = useAuthText()
  const [waiting, setWaiting] = useState(false)
  if (!('PublicKeyCredential' in window)) return null

  async function signIn() {
    setWaiting(true)
    onProblem()
    try {
      const { signInWithPasskey } = await import('./passkeys.ts')
      const me = await signInWithPasskey()
      if (me) await startUserSession(me).then(goToNextStep)
    } catch (error) {
      const { code, reason, message } = error instanceof ApiError ? error : {}
      if (reason?.code === 'account_locked') onProblem(message)
      else onProblem(code === 'offline' ? text.offline : text.passkeyFailed)
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
