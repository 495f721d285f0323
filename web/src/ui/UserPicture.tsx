import { Camera } from 'lucide-react'
import { Avatar } from './Avatar.tsx'
import type { Person } from './person.ts'

/**
 * One's own picture with the way to change it: the camera appears on hover and on focus.
 *
 *     <UserPicture person={me} picture={url} changeLabel="Upload picture" onChange={() => setDialog('picture')} />
 */
export function UserPicture(props: {
  person: Person
  picture?: string | null
  changeLabel: string
  onChange: () => void
}) {
  return (
    <button type="button" onClick={props.onChange} className="group relative rounded-full">
      <span className="sr-only">{props.changeLabel}</span>
      <Avatar person={props.person} picture={props.picture} size="large" decorative />
      <span className="absolute inset-0 grid place-items-center rounded-full bg-text/75 text-surface opacity-0 transition-opacity group-hover:opacity-100 group-focus-visible:opacity-100 pointer-coarse:opacity-100">
        <Camera aria-hidden className="size-5" />
      </span>
    </button>
  )
}
