import { LineField } from '@plumbline/contract/fields'
import { createDemoProject } from '@plumbline/contract/projects/demo'
import { createProject } from '@plumbline/contract/projects/projects'
import { createTeam } from '@plumbline/contract/teams/teams'
import { updateMe } from '@plumbline/contract/users/users'
import { type ReactNode, Suspense, use, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { JoinForm } from '../access/JoinForm.tsx'
import { PendingAccess } from '../access/PendingAccess.tsx'
import { useWrite } from '../api/query.ts'
import { useMe } from '../api/session.ts'
import { goToNextStep } from '../api/start.ts'
import { VisitorLayout } from '../auth/VisitorLayout.tsx'
import { LanguageContext } from '../base/language.ts'
import { paths } from '../base/paths.ts'
import { storage } from '../base/storage.ts'
import { readTimeZone } from '../base/time-zone.ts'
import { Button } from '../ui/Button.tsx'
import { Combobox } from '../ui/Combobox.tsx'
import { Field } from '../ui/Field.tsx'
import { Form, FormActions } from '../ui/Form.tsx'
import type { FormSchema } from '../ui/form-values.ts'
import { Input } from '../ui/Input.tsx'
import { RadioGroup } from '../ui/RadioGroup.tsx'
import { guessCountry, listCountryOptions } from '../users/countries.ts'
import { InviteColleagues } from './InviteColleagues.tsx'
import { useTeamText } from './text.ts'

const STEPS = 3

/** Onboarding in three steps: create or join a company, invite colleagues, create a project. The step is stored and resumed. */
export function OnboardingPage() {
  const me = useMe()
  const [step, setStep] = useState(Math.min(STEPS, me.onboarding_step))
  const [joining, setJoining] = useState(storage.wanted()?.startsWith(paths.client()) ?? false)
  const progress = useWrite(updateMe)
  const finish = useWrite(updateMe, { onDone: () => void goToNextStep() })
  const go = (onboarding_step: number) => {
    progress.run({ body: { onboarding_step } })
    setStep(onboarding_step)
  }
  const pass = () => finish.send({ body: { mandatory_onboarding_passed: true } })
  const own = me.teams.find(({ role }) => role !== 'MEMBER')
  if (step === 1 && joining)
    return <JoinStep onBack={() => setJoining(false)} onPass={pass} passing={finish.pending} />
  if (step === 1 || me.teams.length === 0)
    return <CompanyStep onDone={() => go(2)} onJoin={() => setJoining(true)} />
  if (step === 2 && own)
    return (
      <ColleaguesStep teamId={own.team_id} name={own.team.name} onBack={() => go(1)} onDone={() => go(3)} />
    )
  return <ProjectStep onBack={() => go(own ? 2 : 1)} onPass={pass} passing={finish.pending} />
}

function Step(props: { step: number; title: string; hint: string; children: ReactNode }) {
  const text = useTeamText()
  return (
    <VisitorLayout title={props.title} hint={props.hint} footer={text.step(props.step, STEPS)}>
      <progress
        aria-label={text.step(props.step, STEPS)}
        value={props.step}
        max={STEPS}
        className="mb-5 block h-1 w-full appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-accent-strong [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-accent-strong"
      />
      {props.children}
    </VisitorLayout>
  )
}

function CompanyStep({ onDone, onJoin }: { onDone: () => void; onJoin: () => void }) {
  const text = useTeamText()
  const me = useMe()
  const { locale } = use(LanguageContext)
  const create = useWrite(createTeam, {
    onDone: ({ id }) => {
      storage.setTeam({ team_id: id })
      onDone()
    },
  })
  const own = me.teams[0]?.team.name
  if (own)
    return (
      <Step step={1} title={text.companyTitle} hint={text.keepCompany(own)}>
        <Button look="primary" onClick={onDone}>
          {text.continue}
        </Button>
      </Step>
    )
  return (
    <Step step={1} title={text.companyTitle} hint={text.companyHint}>
      <Form
        schema={createTeam.body}
        draft="new-company"
        errors={create.error?.fields}
        onSubmit={(body) => create.send({ body })}
      >
        <Field name="name" label={text.companyName} required>
          <Input autoComplete="organization" autoFocus />
        </Field>
        <Field name="country" label={text.country}>
          <Combobox options={listCountryOptions(locale)} defaultValue={guessCountry()} />
        </Field>
        <FormActions>
          <Button look="primary" type="submit">
            {text.continue}
          </Button>
        </FormActions>
      </Form>
      <Button look="ghost" className="mt-3" onClick={onJoin}>
        {text.joinInstead}
      </Button>
    </Step>
  )
}

/** For invited people and people with a project code: accept the invitation or request access. */
function JoinStep(props: { onBack: () => void; onPass: () => Promise<unknown>; passing: boolean }) {
  const text = useTeamText()
  const code = new URLSearchParams(storage.wanted()?.split('?')[1]).get('code')
  const [sent, setSent] = useState(false)
  const pass = () => void props.onPass().catch(() => undefined)
  return (
    <Step step={1} title={text.joinTitle} hint={text.joinHint}>
      <Suspense>
        <PendingAccess onJoined={pass} />
      </Suspense>
      <h2 className="mb-2 font-semibold text-16">{text.codeInstead}</h2>
      <JoinForm code={code ?? undefined} onSent={() => setSent(true)} />
      <FormActions>
        <Button look="ghost" onClick={props.onBack}>
          {text.createInstead}
        </Button>
        {sent && (
          <Button look="primary" loading={props.passing} onClick={pass}>
            {text.waitOrGoOn}
          </Button>
        )}
      </FormActions>
    </Step>
  )
}

function ColleaguesStep(props: { teamId: string; name: string; onBack: () => void; onDone: () => void }) {
  const text = useTeamText()
  return (
    <Step step={2} title={text.colleaguesTitle} hint={text.colleaguesHint(props.name)}>
      <InviteColleagues teamId={props.teamId} onDone={props.onDone}>
        <FormActions>
          <Button look="ghost" onClick={props.onBack}>
            {text.back}
          </Button>
          <Button onClick={props.onDone}>{text.skip}</Button>
          <Button look="primary" type="submit">
            {text.sendInvitations}
          </Button>
        </FormActions>
      </InviteColleagues>
    </Step>
  )
}

const schemas: Record<'demo' | 'own', FormSchema<{ name?: string | undefined }>> = {
  demo: z.object({}),
  own: z.object({ name: LineField(2, 120) }),
}

function ProjectStep(props: { onBack: () => void; onPass: () => Promise<unknown>; passing: boolean }) {
  const text = useTeamText()
  const [kind, setKind] = useState<'demo' | 'own'>('demo')
  /** the project that is there although the next step was refused: another try must not make a second one */
  const made = useRef<'demo' | 'own'>(null)
  // opened once the remaining sign-in steps are done
  const demo = useWrite(createDemoProject, { onDone: ({ id }) => storage.setWanted(paths.viewer(id)) })
  const create = useWrite(createProject, { onDone: ({ id }) => storage.setWanted(paths.models(id)) })
  const options = [
    { value: 'demo' as const, label: text.startWithDemo, help: text.startWithDemoHelp },
    { value: 'own' as const, label: text.createOwn, help: text.createOwnHelp },
  ]
  return (
    <Step step={3} title={text.projectTitle} hint={text.projectHint}>
      <RadioGroup label={text.projectTitle} options={options} value={kind} onChange={setKind} />
      <Form
        key={kind}
        schema={schemas[kind]}
        draft="first-project"
        errors={create.error?.fields}
        className="mt-3"
        onSubmit={async (values) => {
          if (made.current !== kind) {
            if (kind === 'demo') await demo.send({})
            else await create.send({ body: { name: values.name ?? '', timezone: readTimeZone() } })
            made.current = kind
          }
          await props.onPass()
        }}
      >
        {kind === 'own' && (
          <Field name="name" label={text.projectName} required>
            <Input autoFocus maxLength={120} />
          </Field>
        )}
        <FormActions>
          <Button look="ghost" onClick={props.onBack}>
            {text.back}
          </Button>
          <Button loading={props.passing} onClick={() => void props.onPass().catch(() => undefined)}>
            {text.skip}
          </Button>
          <Button look="primary" type="submit">
            {kind === 'demo' ? text.openDemo : text.createProject}
          </Button>
        </FormActions>
      </Form>
    </Step>
  )
}
