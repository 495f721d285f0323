import { filterMembers, listMembers, listMyAccessRequests } from '@plumbline/contract/access/access'
import { useRead } from '../api/query.ts'
import { FullPageError } from '../base/FullPageError.tsx'
import { paths } from '../base/paths.ts'
import { storage } from '../base/storage.ts'
import { useAppText } from '../base/text.ts'
import { useNameList } from '../base/use-name-list.ts'
import { SwitchCompany } from '../teams/SwitchCompany.tsx'
import { ButtonLink } from '../ui/ButtonLink.tsx'
import { longDate } from '../users/dates.ts'

/** The page after a 403: the refused page and the people who can grant access. */
export function RestrictedPage() {
  const text = useAppText()
  const refused = storage.refusedPath()
  const project = /^\/project\/([^/]+)/.exec(refused ?? '')?.[1]
  const { data: members } = useRead(
    listMembers,
    { params: { id: project ?? '' } },
    { enabled: Boolean(project), redirects: false },
  )
  const { data: requests } = useRead(listMyAccessRequests, {}, { redirects: false })
  const pending = requests?.find(({ project_id, state }) => project_id === project && state === 'PENDING')
  const admins = useNameList(
    filterMembers(members ?? []).filter((member) => member.permission_level === 'ADMIN'),
  )
  const hint = pending
    ? text.requestedOn(pending.project_name, longDate(pending.created_at))
    : admins
      ? text.askAdministrator(admins)
      : text.restrictedHint
  return (
    <FullPageError
      title={text.restricted}
      hint={hint}
      action={
        <>
          <ButtonLink look="primary" href={paths.projects}>
            {text.toProjects}
          </ButtonLink>
          {!members && <ButtonLink href={paths.client()}>{text.requestAccess}</ButtonLink>}
          <SwitchCompany />
        </>
      }
      detail={refused && <code className="break-all font-mono text-12 text-text-muted">{refused}</code>}
    />
  )
}
