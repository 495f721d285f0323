import { trades } from '@plumbline/contract/projects/trades'
import { projectRoles } from '@plumbline/contract/roles'
import { enrichKyc } from '@plumbline/contract/users/profile'
import { companySizes, companyTypes, type Kyc } from '@plumbline/contract/users/users'
import { type FocusEvent, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { useWrite } from '../api/query.ts'
import { useMe } from '../api/session.ts'
import { goToNextStep } from '../api/start.ts'
import { VisitorLayout } from '../auth/VisitorLayout.tsx'
import { useProjectText } from '../projects/text.ts'
import { Button } from '../ui/Button.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { Combobox, MultiCombobox } from '../ui/Combobox.tsx'
import { Field } from '../ui/Field.tsx'
import { Form, FormActions } from '../ui/Form.tsx'
import { Input } from '../ui/Input.tsx'
import { Select } from '../ui/Select.tsx'
import { guessCountry, listCountryOptions } from './countries.ts'
import { useUserText } from './text.ts'
import { useLocale } from './use-locale.ts'

/** The four required answers; all others are optional. */
const Answers = z.required(enrichKyc.body, {
  company_type: true,
  company_size: true,
  job_role: true,
  country: true,
})

/** Saves each valid answer at once, so that leaving the page loses nothing; invalid ones wait. */
function useAutosave() {
  const keep = useWrite(enrichKyc, { onError: () => {} })
  return (changes: Record<string, unknown>) => {
    const read = z.safeParse(enrichKyc.body, changes)
    if (read.success) keep.run({ body: read.data })
  }
}
type Autosave = ReturnType<typeof useAutosave>

/** Asks about the person's company (know your customer). */
export function KycPage() {
  const text = useUserText()
  const roles = useProjectText().roles
  const [locale] = useLocale()
  const me = useMe()
  // the values on arrival: later ones are in the fields themselves
  const [kyc] = useState(me.kyc)
  const save = useWrite(enrichKyc, { onDone: () => void goToNextStep() })
  const keep = useAutosave()
  const kept = useRef<Record<string, unknown>>(kyc)
  const keepTyped = ({ target }: FocusEvent) => {
    const name = target.closest<HTMLElement>('[data-field]')?.dataset.field
    if (!name || !(target instanceof HTMLInputElement) || !target.matches('[data-typed]')) return
    const value = target.value || null
    if (value === (kept.current[name] ?? null)) return
    kept.current = { ...kept.current, [name]: value }
    keep({ [name]: value })
  }
  return (
    <VisitorLayout title={text.kycTitle} hint={text.kycHint}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: listens for blur events of the fields inside */}
      <div onBlur={keepTyped}>
        <Form
          schema={Answers}
          draft="kyc"
          errors={save.error?.fields}
          onSubmit={(body) => save.send({ body })}
        >
          <Field name="company_type" label={text.companyType} required>
            <Select
              options={companyTypes.map((value) => ({ value, label: text.companyTypes[value] }))}
              defaultValue={kyc.company_type}
              onChange={(company_type) => keep({ company_type })}
            />
          </Field>
          <Field name="company_size" label={text.companySize} required>
            <Select
              options={companySizes.map((value) => ({ value, label: text.people(value) }))}
              defaultValue={kyc.company_size}
              onChange={(company_size) => keep({ company_size })}
            />
          </Field>
          <Field name="job_role" label={text.jobRole} required>
            <Select
              options={projectRoles.map((value) => ({ value, label: roles[value] }))}
              defaultValue={kyc.job_role}
              onChange={(job_role) => keep({ job_role })}
            />
          </Field>
          <Field name="country" label={text.country} required>
            <Combobox
              options={listCountryOptions(locale)}
              defaultValue={kyc.country ?? guessCountry()}
              onChange={(country) => keep({ country })}
            />
          </Field>
          <Optional kyc={kyc} keep={keep} />
          <FormActions>
            <Button look="primary" type="submit">
              {text.saveAndContinue}
            </Button>
          </FormActions>
        </Form>
      </div>
    </VisitorLayout>
  )
}

function Optional({ kyc, keep }: { kyc: Kyc; keep: Autosave }) {
  const text = useUserText()
  const tradeNames = useProjectText().trades
  const uses = Object.entries(text.useCases).map(([value, label]) => ({ value, label }))
  return (
    <details className="mb-2">
      <summary className="w-fit rounded-mark py-1 font-medium text-13">{text.more}</summary>
      <p className="mb-3 text-13 text-text-muted">{text.moreHint}</p>
      <div className="flex flex-col gap-2">
        <Field name="main_trade" label={text.mainTrade}>
          <Select
            options={trades.map((value) => ({ value, label: tradeNames[value] }))}
            defaultValue={trades.find((trade) => trade === kyc.main_trade)}
            onChange={(main_trade) => keep({ main_trade })}
          />
        </Field>
        <Field name="use_cases" label={text.useCasesLabel}>
          <MultiCombobox
            options={uses}
            defaultValue={kyc.use_cases?.filter((value) => value in text.useCases)}
            onChange={(use_cases) => keep({ use_cases })}
          />
        </Field>
        <Field name="legal_name" label={text.legalName}>
          <Input data-typed autoComplete="organization" defaultValue={kyc.legal_name} />
        </Field>
        <Field name="registration_number" label={text.registrationNumber}>
          <Input data-typed defaultValue={kyc.registration_number} />
        </Field>
        <Field name="website" label={text.website}>
          <Input data-typed type="url" autoComplete="url" defaultValue={kyc.website} />
        </Field>
        <Field name="phone" label={text.phone} help={text.phoneHelp}>
          <Input data-typed type="tel" autoComplete="tel" defaultValue={kyc.phone} />
        </Field>
        <Field name="heard_from" label={text.heardFrom}>
          <Input data-typed defaultValue={kyc.heard_from} />
        </Field>
        <Checkbox
          name="marketing_opt_in"
          label={text.marketing}
          defaultChecked={kyc.marketing_opt_in ?? false}
        />
      </div>
    </details>
  )
}
