import { Search } from 'lucide-react'
import { useState } from 'react'
import * as z from 'zod/mini'
import { Button } from '../ui/Button.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { Dropzone } from '../ui/Dropzone.tsx'
import { Field } from '../ui/Field.tsx'
import { Form, FormActions } from '../ui/Form.tsx'
import { Input } from '../ui/Input.tsx'
import { PasswordInput } from '../ui/PasswordInput.tsx'
import { Select } from '../ui/Select.tsx'
import { Textarea } from '../ui/Textarea.tsx'
import { Example } from './Example.tsx'

const SignUp = z.object({
  email: z.email(),
  password: z.string().check(z.minLength(12), z.maxLength(128)),
  role: z.enum(['ARCHITECT', 'SITE_MANAGER']),
  note: z.optional(z.string().check(z.minLength(5))),
  terms_accepted: z.literal(true),
})

const roles = [
  { value: 'ARCHITECT', label: 'Architect' },
  { value: 'SITE_MANAGER', label: 'Site manager' },
  { value: 'OWNER', label: 'Owner', disabled: true },
] as const

export function FormExamples() {
  const [sent, setSent] = useState('')
  const [refused, setRefused] = useState<Record<string, string>>()
  const [files, setFiles] = useState<string[]>([])

  async function signUp(values: z.output<typeof SignUp>) {
    setRefused(undefined)
    await new Promise((done) => setTimeout(done, 300))
    if (values.email.startsWith('taken')) setRefused({ email: 'There is an account with this e-mail' })
    else setSent(`Sent for ${values.email}`)
  }
  return (
    <>
      <h2 className="pt-6 pb-3 font-semibold text-20">Forms</h2>
      <Example name="Form">
        <Form schema={SignUp} onSubmit={signUp} errors={refused} className="max-w-100" aria-label="Sign up">
          <Field name="email" label="E-mail" required>
            <Input type="email" autoComplete="email" />
          </Field>
          <Field name="password" label="Password" required help="At least 12 characters">
            <PasswordInput autoComplete="new-password" />
          </Field>
          <Field name="role" label="Role" required>
            <Select options={roles} placeholder="Choose a role" />
          </Field>
          <Field name="note" label="Note">
            <Textarea />
          </Field>
          <Checkbox name="terms_accepted" label="I accept the terms" required />
          <FormActions>
            <Button look="primary" type="submit">
              Create account
            </Button>
            <output className="text-13 text-text-muted">{sent}</output>
          </FormActions>
        </Form>
      </Example>
      <Example name="Field, Input, Textarea, Select">
        <div className="grid gap-x-4 gap-y-4 sm:grid-cols-2">
          <Field label="Name" help="As on the drawings">
            <Input defaultValue="Harbour Tower" />
          </Field>
          <Field label="Code" error="This code is taken">
            <Input defaultValue="K7QF-3M9D" />
          </Field>
          <Field label="Company" disabled>
            <Input defaultValue="Harbour Builders" />
          </Field>
          <Field label="Level">
            <Select options={roles} defaultValue="ARCHITECT" />
          </Field>
          <Field label="Section" disabled>
            <Select options={roles} defaultValue="SITE_MANAGER" />
          </Field>
          <Field label="Search issues" hideLabel>
            <Input type="search" placeholder="Search issues" icon={<Search aria-hidden />} />
          </Field>
          <Field label="Description" className="sm:col-span-2">
            <Textarea defaultValue="The crack runs from axis C to axis D, about 2 mm wide at its middle." />
          </Field>
        </div>
      </Example>
      <Example name="Checkbox">
        <div className="flex flex-col">
          <Checkbox label="Only mine" />
          <Checkbox label="Overdue" defaultChecked help="Open issues whose due date has passed" />
          <Checkbox label="All levels" mixed />
          <Checkbox label="Archived" disabled />
          <Checkbox label="Visible to my company" disabled defaultChecked />
        </div>
      </Example>
      <Example name="Dropzone">
        <Dropzone
          label="Picture"
          rules={{ endings: ['.jpg', '.jpeg', '.png'], max_bytes: 10_000_000 }}
          onFiles={(chosen) => setFiles(chosen.map((file) => file.name))}
          help={files.length > 0 ? files.join(', ') : 'JPG or PNG, at most 10 MB'}
        />
      </Example>
    </>
  )
}
