import { type CSSProperties, memo, useState } from 'react'
import { cx } from './cx.ts'
import { type AvatarPerson, computePersonHue, fullName, initials, personPictureUrl } from './person.ts'

const sizes = {
  small: 'size-5 text-[0.625rem] leading-none',
  normal: 'size-8 text-12',
  large: 'size-20 text-26',
}

/**
 * A person's picture, or their initials on their own colour. Use `decorative` where the name stands beside it; elsewhere
 * the name is its accessible name.
 *
 *     <Avatar person={member.user} />
 *     <Avatar person={author} size="small" decorative /> {author.first_name}
 */
export const Avatar = memo(function Avatar(props: {
  person: AvatarPerson
  /** marks the signed-in person */
  own?: boolean
  size?: keyof typeof sizes
  decorative?: boolean
  className?: string
}) {
  const { person } = props
  const picture = personPictureUrl(person, props.own)
  const [broken, setBroken] = useState<string | null>(null)
  const name = fullName(person)
  const shape = cx('flex-none rounded-full align-middle', sizes[props.size ?? 'normal'], props.className)
  if (picture && picture !== broken) {
    return (
      <img
        src={picture}
        alt={props.decorative ? '' : name}
        title={props.decorative ? undefined : name}
        onError={() => setBroken(picture)}
        className={cx(shape, 'bg-sunken object-cover')}
      />
    )
  }
  return (
    <span
      {...(props.decorative
        ? { 'aria-hidden': true, 'data-initials': initials(person) }
        : { role: 'img', 'aria-label': name || '?', title: name })}
      style={{ '--person-hue': computePersonHue(person.id) } as CSSProperties}
      className={cx(
        shape,
        'person-colour inline-grid select-none place-items-center font-semibold',
        // no text of a surrounding button, whose accessible name would have to contain it
        props.decorative && 'before:content-[attr(data-initials)]',
      )}
    >
      {!props.decorative && initials(person)}
    </span>
  )
})

/**
 * The first few avatars of a group, and the number of the others.
 *
 *     <AvatarGroup people={members} label="12 members" />
 */
export function AvatarGroup(props: {
  people: readonly AvatarPerson[]
  /** size of the whole group, when `people` holds only the first */
  count?: number
  label: string
  max?: number
}) {
  const max = props.max ?? 4
  const more = (props.count ?? props.people.length) - Math.min(max, props.people.length)
  return (
    <span role="img" aria-label={props.label} className="inline-flex items-center">
      {props.people.slice(0, max).map((person) => (
        <Avatar key={person.id} person={person} decorative className="-ms-2 ring-2 ring-surface first:ms-0" />
      ))}
      {more > 0 && <span className="ms-1.5 text-12 text-text-muted tabular-nums">+{more}</span>}
    </span>
  )
}
