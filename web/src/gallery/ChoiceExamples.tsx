import { useState } from 'react'
import { Combobox, MultiCombobox } from '../ui/Combobox.tsx'
import { DatePicker } from '../ui/DatePicker.tsx'
import { Field } from '../ui/Field.tsx'
import { NativeSelect } from '../ui/NativeSelect.tsx'
import { NumberField } from '../ui/NumberField.tsx'
import { OtpField } from '../ui/OtpField.tsx'
import { RadioGroup } from '../ui/RadioGroup.tsx'
import { Switch } from '../ui/Switch.tsx'
import { TagInput } from '../ui/TagInput.tsx'
import { Example } from './Example.tsx'
import { people } from './people.ts'

const levels = Array.from({ length: 40 }, (_, index) => ({
  value: `level-${index}`,
  label: `Level ${index}`,
}))
const labels = ['crack', 'fire', 'leak', 'noise', 'paint', 'waterproofing of the roof'].map((label) => ({
  value: label,
  label,
}))
const colleagues = people.map((person) => ({
  value: person.id,
  label: `${person.first_name} ${person.last_name ?? ''}`,
}))

/** Simulates a server search: a delay, and an abort when the query changes. */
async function findPeople(query: string, signal: AbortSignal) {
  await new Promise((done) => setTimeout(done, 200))
  if (signal.aborted || query === 'fail') throw new Error('gave up')
  return colleagues.filter((person) => person.label.toLowerCase().includes(query.toLowerCase()))
}

export function ChoiceExamples() {
  const [key, setKey] = useState('')
  const [language, setLanguage] = useState<'en' | 'de'>('en')
  const [shortcuts, setShortcuts] = useState(true)
  const [tags, setTags] = useState(['Concrete'])
  return (
    <>
      <Example name="Combobox and MultiCombobox">
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Level">
            <Combobox options={levels} placeholder="Any level" />
          </Field>
          <Field label="Assignee">
            <Combobox
              options={colleagues.slice(0, 2)}
              search={findPeople}
              defaultValue={colleagues[0]?.value}
            />
          </Field>
          <Field label="Labels">
            <MultiCombobox options={labels} defaultValue={['crack', 'waterproofing of the roof']} />
          </Field>
          <Field label="Watchers" disabled>
            <MultiCombobox options={colleagues} defaultValue={[colleagues[1]?.value ?? '']} />
          </Field>
        </div>
      </Example>
      <Example name="TagInput">
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Words of one’s own">
            <TagInput known={['Concrete', 'Facade']} value={tags} onChange={setTags} />
          </Field>
          <Field label="Nobody may change them" disabled>
            <TagInput known={[]} value={['Facade']} onChange={setTags} />
          </Field>
        </div>
      </Example>
      <Example name="NumberField, DatePicker, OtpField">
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Team size">
            <NumberField defaultValue={12} min={1} max={500} />
          </Field>
          <Field label="Height">
            <NumberField defaultValue={3.25} step={0.05} unit="m" />
          </Field>
          <Field label="Due">
            <DatePicker defaultValue="2026-11-20" />
          </Field>
          <Field label="Start" disabled>
            <DatePicker defaultValue="2026-01-05" />
          </Field>
          <Field label="Key from the e-mail" help={key.length === 6 ? `Complete: ${key}` : 'Six digits'}>
            <OtpField onChange={setKey} />
          </Field>
        </div>
      </Example>
      <Example name="NativeSelect">
        <NativeSelect
          aria-label="Language"
          options={[
            { value: 'en', label: 'English' },
            { value: 'de', label: 'Deutsch' },
          ]}
          value={language}
          onChange={setLanguage}
        />
      </Example>
      <Example name="RadioGroup and Switch">
        <div className="grid gap-6 sm:grid-cols-2">
          <RadioGroup
            label="Who sees it"
            defaultValue="ALL"
            options={[
              { value: 'ALL', label: 'Everybody', help: 'All members of the project' },
              { value: 'COMPANY', label: 'My company' },
              { value: 'PRIVATE', label: 'Only the people named', disabled: true },
            ]}
          />
          <div className="flex flex-col">
            <Switch
              label="Keyboard shortcuts"
              help="Single keys, such as C for a new issue"
              checked={shortcuts}
              onChange={setShortcuts}
            />
            <Switch label="Sounds" />
            <Switch label="Mail" disabled defaultChecked />
          </div>
        </div>
      </Example>
    </>
  )
}
