import type { BodyOf } from '@plumbline/contract/http'
import {
  getTeamPicture,
  removeTeamPicture,
  setTeamPicture,
  type Team,
  updateTeam,
} from '@plumbline/contract/teams/teams'
import { use, useState } from 'react'
import { urlOf } from '../api/client.ts'
import { LoadingState } from '../api/LoadingState.tsx'
import { useWrite } from '../api/query.ts'
import { uploadFile } from '../api/upload.ts'
import { LanguageContext } from '../base/language.ts'
import { useSendChanges } from '../base/use-send-changes.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { Combobox } from '../ui/Combobox.tsx'
import { Field } from '../ui/Field.tsx'
import { Form, FormActions } from '../ui/Form.tsx'
import { Input } from '../ui/Input.tsx'
import { PictureDialog } from '../ui/PictureDialog.tsx'
import { toast } from '../ui/toast.ts'
import { listCountryOptions } from '../users/countries.ts'
import { useTeamText } from './text.ts'
import { useTeam } from './use-team.ts'

/** The company's name, logo and country; read-only for members. */
export function CompanyGeneralSettings({ teamId }: { teamId: string }) {
  const text = useTeamText()
  const { team, isAdmin, error, refetch } = useTeam(teamId)
  if (!team) return <LoadingState error={error} onRetry={() => void refetch()} />
  return (
    <Card title={text.general}>
      <div className="flex flex-col gap-4">
        <Logo team={team} mayChange={isAdmin} />
        {isAdmin ? <CompanyForm team={team} /> : <ReadOnly team={team} />}
      </div>
    </Card>
  )
}

function Logo({ team, mayChange }: { team: Team; mayChange: boolean }) {
  const text = useTeamText()
  const [open, setOpen] = useState(false)
  const params = { id: team.id }
  const remove = useWrite(removeTeamPicture)
  const picture = team.picture_id ? urlOf(getTeamPicture, { params, query: { v: team.picture_id } }) : null
  if (!picture && !mayChange) return null
  return (
    <div className="flex items-center gap-4">
      {picture ? (
        <img src={picture} alt={text.logo} className="size-16 rounded-control bg-sunken object-contain" />
      ) : (
        <span
          aria-hidden
          className="grid size-16 place-items-center rounded-control bg-sunken font-semibold text-20 text-text-muted"
        >
          {[...team.name].slice(0, 1).join('').toLocaleUpperCase()}
        </span>
      )}
      {mayChange && <Button onClick={() => setOpen(true)}>{text.changeLogo}</Button>}
      <PictureDialog
        open={open}
        onClose={() => setOpen(false)}
        max_bytes={setTeamPicture.upload.max_bytes}
        onUpload={(file, onProgress) => uploadFile(setTeamPicture, { params, file }, onProgress)}
        onRemove={team.picture_id ? () => remove.send({ params }) : undefined}
      />
    </div>
  )
}

function CompanyForm({ team }: { team: Team }) {
  const text = useTeamText()
  const { locale } = use(LanguageContext)
  const save = useWrite(updateTeam, { onDone: () => toast.success() })
  const submit = useSendChanges<BodyOf<typeof updateTeam>>(team, (body) =>
    save.send({ params: { id: team.id }, body }),
  )
  return (
    <Form schema={updateTeam.body} draft={`company.${team.id}`} errors={save.error?.fields} onSubmit={submit}>
      <Field name="name" label={text.companyName} required>
        <Input autoComplete="organization" defaultValue={team.name} maxLength={120} />
      </Field>
      <Field name="country" label={text.country}>
        <Combobox options={listCountryOptions(locale)} defaultValue={team.country} />
      </Field>
      <Checkbox
        name="members_may_create_projects"
        label={text.mayCreate}
        help={text.mayCreateHelp}
        defaultChecked={team.members_may_create_projects}
      />
      <FormActions>
        <Button look="primary" type="submit">
          {text.save}
        </Button>
      </FormActions>
    </Form>
  )
}

function ReadOnly({ team }: { team: Team }) {
  const text = useTeamText()
  const { locale } = use(LanguageContext)
  const country = listCountryOptions(locale).find(({ value }) => value === team.country)?.label
  return (
    <>
      <dl className="grid grid-cols-[8rem_1fr] gap-2">
        <dt className="text-text-muted">{text.name}</dt>
        <dd className="[overflow-wrap:anywhere]">{team.name}</dd>
        <dt className="text-text-muted">{text.country}</dt>
        <dd>{country ?? '–'}</dd>
        <dt className="text-text-muted">{text.yourRole}</dt>
        <dd>{text.roles[team.my_role]}</dd>
      </dl>
      <p className="text-13 text-text-muted">{text.readOnly}</p>
    </>
  )
}
