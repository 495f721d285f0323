import { type BillingInfo, getBillingInfo, updateBillingInfo } from '@plumbline/contract/billing/billing'
import { use } from 'react'
import { LoadingState } from '../api/LoadingState.tsx'
import { useRead, useWrite } from '../api/query.ts'
import { LanguageContext } from '../base/language.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { Combobox } from '../ui/Combobox.tsx'
import { Field } from '../ui/Field.tsx'
import { Form, FormActions } from '../ui/Form.tsx'
import { Input } from '../ui/Input.tsx'
import { toast } from '../ui/toast.ts'
import { listCountryOptions } from '../users/countries.ts'
import { BillingPart } from './BillingPart.tsx'
import { useBillingText } from './text.ts'

/** The form for the billing details printed on invoices. */
export default function DetailsPart({ teamId }: { teamId: string }) {
  const text = useBillingText()
  const { data, error, refetch } = useRead(getBillingInfo, { params: { id: teamId } }, { redirects: false })
  return (
    <BillingPart teamId={teamId} title={text.details}>
      {() =>
        data ? (
          <Details teamId={teamId} info={data} />
        ) : (
          <LoadingState error={error} onRetry={() => void refetch()} />
        )
      }
    </BillingPart>
  )
}

function Details({ teamId, info }: { teamId: string; info: BillingInfo }) {
  const text = useBillingText()
  const { locale } = use(LanguageContext)
  const save = useWrite(updateBillingInfo, { onDone: () => toast.success() })
  return (
    <Card title={text.details}>
      <p className="mb-4 text-text-muted">{text.detailsHint}</p>
      <Form
        schema={updateBillingInfo.body}
        draft={`billing.${teamId}`}
        errors={save.error?.fields}
        onSubmit={(body) => save.send({ params: { id: teamId }, body })}
        className="max-w-140"
      >
        <Field name="name" label={text.name} required>
          <Input autoComplete="organization" maxLength={200} defaultValue={info.name} />
        </Field>
        <Field name="email" label={text.invoiceEmail} help={text.invoiceEmailHelp} required>
          <Input type="email" autoComplete="email" defaultValue={info.email} />
        </Field>
        <Field name="address" label={text.address}>
          <Input autoComplete="street-address" maxLength={300} defaultValue={info.address} />
        </Field>
        <div className="grid gap-x-3 gap-y-2 sm:grid-cols-[9rem_1fr]">
          <Field name="postal_code" label={text.postalCode}>
            <Input autoComplete="postal-code" maxLength={20} defaultValue={info.postal_code} />
          </Field>
          <Field name="city" label={text.city}>
            <Input autoComplete="address-level2" maxLength={120} defaultValue={info.city} />
          </Field>
        </div>
        <Field name="country" label={text.country} help={text.countryDecides}>
          <Combobox options={listCountryOptions(locale)} defaultValue={info.country} />
        </Field>
        <Field name="tax_id" label={text.taxId} help={text.taxIdHelp}>
          <Input autoComplete="off" spellCheck={false} defaultValue={info.tax_id ?? ''} />
        </Field>
        <FormActions>
          <Button look="primary" type="submit">
            {text.save}
          </Button>
        </FormActions>
      </Form>
    </Card>
  )
}
