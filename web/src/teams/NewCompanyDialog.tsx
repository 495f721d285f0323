import { createTeam } from '@plumbline/contract/teams/teams'
import { use } from 'react'
import { useWrite } from '../api/query.ts'
import { switchTeam, useMe } from '../api/session.ts'
import { goToNextStep } from '../api/start.ts'
import { LanguageContext } from '../base/language.ts'
import { Button } from '../ui/Button.tsx'
import { Combobox } from '../ui/Combobox.tsx'
import { Dialog, DialogActions } from '../ui/Dialog.tsx'
import { Field } from '../ui/Field.tsx'
import { Form } from '../ui/Form.tsx'
import { Input } from '../ui/Input.tsx'
import { guessCountry, listCountryOptions } from '../users/countries.ts'
import { useTeamText } from './text.ts'

/** Creates another company and makes it the current one. */
export default function NewCompanyDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const text = useTeamText()
  const { locale } = use(LanguageContext)
  const { is_kyc_passed: isKycPassed } = useMe()
  const create = useWrite(createTeam, {
    onDone: ({ id }) => {
      switchTeam(id)
      onClose()
      // invited people have not been asked about a company yet
      if (!isKycPassed) void goToNextStep()
    },
  })
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={text.createCompany}
      description={text.companyHint}
      width="small"
    >
      <Form
        schema={createTeam.body}
        draft="new-company"
        errors={create.error?.fields}
        onSubmit={(body) => create.send({ body })}
      >
        <Field name="name" label={text.companyName} required>
          <Input autoComplete="organization" maxLength={120} />
        </Field>
        <Field name="country" label={text.country}>
          <Combobox options={listCountryOptions(locale)} defaultValue={guessCountry()} />
        </Field>
        <DialogActions>
          <Button look="primary" type="submit">
            {text.createCompany}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}
