import { Camera } from 'lucide-react'
import { Avatar } from './Avatar.tsx'
import type { AvatarPerson } from './person.ts'
import { useUiText } from './text.tsx'

/**
 * The person's own picture with a button to change it, visible on hover and focus, and always on touch screens.
 *
 *     <UserPicture person={me} onChange={() => setChoosing(true)} />
 */
export function UserPicture(props: { person: AvatarPerson; onChange: () => void }) {
  const text = useUiText()
  return (
    <button
      type="button"
      onClick={props.onChange}
      className="group relative flex-none self-start rounded-full"
    >
      <span className="sr-only">{text.uploadPicture}</span>
      <Avatar person={props.person} own size="large" decorative />
      <span className="absolute inset-0 grid place-items-center rounded-full bg-text/75 text-surface opacity-0 transition-opacity group-hover:opacity-100 group-focus-visible:opacity-100">
        <Camera aria-hidden className="size-5" />
      </span>
      <span className="absolute end-0 bottom-0 hidden size-7 place-items-center rounded-full border border-line bg-raised text-text pointer-coarse:grid">
        <Camera aria-hidden />
      </span>
    </button>
  )
}
