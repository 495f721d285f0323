import { projectRoles } from '@plumbline/contract/roles'
import { companySizes, companyTypes, enrichKyc, type Kyc } from '@plumbline/contract/users'
import * as z from 'zod/mini'
import { useWrite } from '../api/query.ts'
import { useMe } from '../app/session.ts'
import { proceed } from '../app/start.ts'
import { OutsidePage } from '../auth/OutsidePage.tsx'
import { useProjectText } from '../projects/text.ts'
import { Button } from '../ui/Button.tsx'
import { Combobox } from '../ui/Combobox.tsx'
import { Field } from '../ui/Field.tsx'
import { Form, FormActions } from '../ui/Form.tsx'
import { Input } from '../ui/Input.tsx'
import { Select } from '../ui/Select.tsx'
import { countryOptions, likelyCountry } from './countries.ts'
import { useUserText } from './text.ts'

/** The four answers that are needed; the rest may stay empty. */
const Answers = z.required(enrichKyc.body, {
  company_type: true,
  company_size: true,
  job_role: true,
  country: true,
})

/** Who the company is. */
export function KycPage() {
  const text = useUserText()
  const roles = useProjectText().roles
  const { kyc } = useMe()
  const save = useWrite(enrichKyc, { onDone: () => void proceed() })
  return (
    <OutsidePage title={text.kycTitle} hint={text.kycHint}>
      <Form schema={Answers} errors={save.error?.fields} onSubmit={(body) => save.send({ body })}>
        <Field name="company_type" label={text.companyType} required>
          <Select
            options={companyTypes.map((value) => ({ value, label: text.companyTypes[value] }))}
            defaultValue={kyc.company_type}
          />
        </Field>
        <Field name="company_size" label={text.companySize} required>
          <Select
            options={companySizes.map((value) => ({ value, label: text.people(value) }))}
            defaultValue={kyc.company_size}
          />
        </Field>
        <Field name="job_role" label={text.jobRole} required>
          <Select
            options={projectRoles.map((value) => ({ value, label: roles[value] }))}
            defaultValue={kyc.job_role}
          />
        </Field>
        <Field name="country" label={text.country} required>
          <Combobox options={countryOptions('en')} defaultValue={kyc.country ?? likelyCountry()} />
        </Field>
        <Optional kyc={kyc} />
        <FormActions>
          <Button look="primary" type="submit">
            {text.saveAndContinue}
          </Button>
        </FormActions>
      </Form>
    </OutsidePage>
  )
}

function Optional({ kyc }: { kyc: Kyc }) {
  const text = useUserText()
  return (
    <details className="mb-2">
      <summary className="w-fit rounded-mark py-1 font-medium text-13">{text.more}</summary>
      <p className="mb-3 text-13 text-text-muted">{text.moreHint}</p>
      <Field name="legal_name" label={text.legalName}>
        <Input autoComplete="organization" defaultValue={kyc.legal_name} />
      </Field>
      <Field name="registration_number" label={text.registrationNumber}>
        <Input defaultValue={kyc.registration_number} />
      </Field>
      <Field name="website" label={text.website}>
        <Input type="url" autoComplete="url" defaultValue={kyc.website} />
      </Field>
      <Field name="phone" label={text.phone} help={text.phoneHelp}>
        <Input type="tel" autoComplete="tel" defaultValue={kyc.phone} />
      </Field>
      <Field name="heard_from" label={text.heardFrom}>
        <Input defaultValue={kyc.heard_from} />
      </Field>
    </details>
  )
}
