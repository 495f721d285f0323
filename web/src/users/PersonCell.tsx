import type { Person } from '@plumbline/contract/users/users'
import { Avatar } from '../ui/Avatar.tsx'
import { Badge } from '../ui/Badge.tsx'

export const personName = ({ first_name, last_name }: Person) => `${first_name} ${last_name}`.trim()

/** A table cell for a person: picture, name, e-mail. */
export function PersonCell(props: {
  person: Person
  email: string
  mark?: string | null
  /** shown below the name on phones and tablets, where its column is hidden */
  detail?: string
}) {
  return (
    <span className="flex min-w-0 items-center gap-3 py-1">
      <Avatar person={props.person} decorative />
      <span className="min-w-0">
        <span className="flex items-center gap-2">
          <span className="truncate font-medium">{personName(props.person)}</span>
          {props.mark && <Badge>{props.mark}</Badge>}
        </span>
        <span className="block text-13 text-text-muted max-sm:whitespace-normal max-sm:wrap-anywhere sm:truncate">
          {props.email}
        </span>
        {props.detail && (
          <span className="block whitespace-normal text-13 text-text-muted wrap-anywhere lg:hidden">
            {props.detail}
          </span>
        )}
      </span>
    </span>
  )
}
