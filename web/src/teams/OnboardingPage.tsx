import { createProject } from '@plumbline/contract/projects'
import { createTeam } from '@plumbline/contract/teams'
import { updateMe } from '@plumbline/contract/users'
import { useState } from 'react'
import { useWrite } from '../api/query.ts'
import { paths } from '../app/paths.ts'
import { useMe } from '../app/session.ts'
import { proceed } from '../app/start.ts'
import { storage } from '../app/storage.ts'
import { OutsidePage } from '../auth/OutsidePage.tsx'
import { Button } from '../ui/Button.tsx'
import { Combobox } from '../ui/Combobox.tsx'
import { Field } from '../ui/Field.tsx'
import { Form, FormActions } from '../ui/Form.tsx'
import { Input } from '../ui/Input.tsx'
import { countryOptions, likelyCountry } from '../users/countries.ts'
import { useTeamText } from './text.ts'

const STEPS = 2

/** A company, then a first project. Leaving and coming back resumes at the same step. */
export function OnboardingPage() {
  const me = useMe()
  const [step, setStep] = useState(Math.min(STEPS, me.onboarding_step))
  const progress = useWrite(updateMe)
  const go = (onboarding_step: number) => {
    progress.run({ body: { onboarding_step } })
    setStep(onboarding_step)
  }
  return step === 1 || me.teams.length === 0 ? (
    <CompanyStep onDone={() => go(2)} />
  ) : (
    <ProjectStep onBack={() => go(1)} />
  )
}

function CompanyStep({ onDone }: { onDone: () => void }) {
  const text = useTeamText()
  const me = useMe()
  const create = useWrite(createTeam, {
    onDone: ({ id }) => {
      storage.setTeam({ team_id: id })
      onDone()
    },
  })
  const own = me.teams[0]?.team.name
  if (own)
    return (
      <OutsidePage title={text.companyTitle} hint={text.keepCompany(own)} footer={text.step(1, STEPS)}>
        <Button look="primary" onClick={onDone}>
          {text.continue}
        </Button>
      </OutsidePage>
    )
  return (
    <OutsidePage title={text.companyTitle} hint={text.companyHint} footer={text.step(1, STEPS)}>
      <Form schema={createTeam.body} errors={create.error?.fields} onSubmit={(body) => create.send({ body })}>
        <Field name="name" label={text.companyName} required>
          <Input autoComplete="organization" autoFocus />
        </Field>
        <Field name="country" label={text.country}>
          <Combobox options={countryOptions('en')} defaultValue={likelyCountry()} />
        </Field>
        <FormActions>
          <Button look="primary" type="submit">
            {text.continue}
          </Button>
        </FormActions>
      </Form>
    </OutsidePage>
  )
}

function ProjectStep({ onBack }: { onBack: () => void }) {
  const text = useTeamText()
  const finish = useWrite(updateMe, { onDone: () => void proceed() })
  const pass = () => finish.send({ body: { mandatory_onboarding_passed: true } })
  const create = useWrite(createProject, {
    onDone: ({ id }) => {
      // opened once everything that is still outstanding is passed
      storage.setWanted(paths.models(id))
    },
  })
  return (
    <OutsidePage title={text.projectTitle} hint={text.projectHint} footer={text.step(2, STEPS)}>
      <Form
        schema={createProject.body}
        errors={create.error?.fields}
        onSubmit={async (body) => {
          await create.send({ body })
          await pass()
        }}
      >
        <Field name="name" label={text.projectName} required>
          <Input autoFocus />
        </Field>
        <FormActions>
          <Button look="ghost" onClick={onBack}>
            {text.back}
          </Button>
          <Button loading={finish.pending} onClick={() => void pass().catch(() => {})}>
            {text.skip}
          </Button>
          <Button look="primary" type="submit">
            {text.createProject}
          </Button>
        </FormActions>
      </Form>
    </OutsidePage>
  )
}
