import { login } from '@plumbline/contract/auth/auth'
import { getSettingAsJson } from '@plumbline/contract/settings/settings'
import { useRead, useWrite } from '../api/query.ts'
import { startUserSession } from '../api/session.ts'
import { goToNextStep } from '../api/start.ts'
import { paths } from '../base/paths.ts'
import { storage } from '../base/storage.ts'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { ButtonLink } from '../ui/ButtonLink.tsx'
import { Wordmark } from '../ui/Mark.tsx'
import { toast } from '../ui/toast.ts'
import { useOnline } from '../ui/use-online.ts'
import Blueprint from './Blueprint.tsx'
import { useAuthText } from './text.ts'
import { VisitorFooter } from './VisitorFooter.tsx'

interface Demo {
  email: string
  password: string
}

/** The start page for visitors: what the product does, and the ways to sign in. */
export function WelcomePage() {
  const text = useAuthText()
  return (
    <div className="mx-auto grid min-h-page max-w-280 items-center gap-8 px-4 py-8 md:grid-cols-2">
      <div>
        <main id="content" tabIndex={-1} className="outline-none">
          <Wordmark className="text-20" />
          <StartProblem />
          <h1 className="mt-6 max-w-[24ch] font-semibold text-26 sm:text-34">{text.claim}</h1>
          <ul className="mt-4 flex list-disc flex-col gap-1 ps-5 text-text-muted">
            {text.points.map((point) => (
              <li key={point}>{point}</li>
            ))}
          </ul>
          <div className="mt-8 flex flex-wrap gap-2">
            <ButtonLink look="primary" href={paths.signup}>
              {text.createAccount}
            </ButtonLink>
            <ButtonLink href={paths.login}>{text.logIn}</ButtonLink>
            <ButtonLink href={paths.client()}>{text.haveCode}</ButtonLink>
            <DemoButton />
          </div>
        </main>
        <VisitorFooter />
      </div>
      <Blueprint className="mx-auto w-full max-w-120 max-md:order-first max-md:max-w-72" />
    </div>
  )
}

/** Why somebody who was signed in on this browser is not any more. */
function StartProblem() {
  const text = useAuthText()
  const online = useOnline()
  const wasHere = storage.teamId() !== null || storage.lastRoute() !== null
  if (online && !wasHere) return null
  return (
    <div className="mt-6">
      <Banner tone="warning">{online ? text.couldNotSignIn : text.youAreOffline}</Banner>
    </div>
  )
}

/** Signs in to the demo account with one press, on servers that have a demo. */
function DemoButton() {
  const text = useAuthText()
  const { data } = useRead(getSettingAsJson, { params: { name: 'DEMO' } })
  const demo = data as Demo | null | undefined
  const signIn = useWrite(login, {
    onDone: (me) => void startUserSession(me).then(goToNextStep),
    // also for an account whose password or sign-in was changed, by a 401
    onError: ({ message }) => toast.error({ text: message }),
  })
  if (!demo) return null
  return (
    <>
      <Button loading={signIn.pending} onClick={() => signIn.run({ body: demo })}>
        {text.openDemo}
      </Button>
      <p className="basis-full text-13 text-text-muted">
        {text.demoLogin}: <code className="font-mono text-12">{demo.email}</code>{' '}
        <code className="font-mono text-12">{demo.password}</code>
      </p>
    </>
  )
}
