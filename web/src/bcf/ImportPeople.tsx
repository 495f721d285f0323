import type { BcfImport } from '@plumbline/contract/bcf/bcf'
import { useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { Combobox } from '../ui/Combobox.tsx'
import { useBcfText } from './text.ts'

/** page size: a file may contain a thousand authors */
const SHOWN_AT_ONCE = 50

/** Authors in the file whose e-mail address belongs to no member, each with a choice of a member to map to. */
export function ImportPeople(props: {
  strangers: BcfImport['people']
  known: number
  members: readonly { value: string; label: string }[]
  chosen: Readonly<Record<string, string>>
  onChoose: (chosen: Record<string, string>) => void
}) {
  const { chosen } = props
  const text = useBcfText()
  const [shown, setShown] = useState(SHOWN_AT_ONCE)
  function choose(author: string, user_id: string | null) {
    const { [author]: _, ...others } = chosen
    props.onChoose(user_id ? { ...others, [author]: user_id } : others)
  }
  return (
    <>
      <p className="text-text-muted">
        {text.peopleHint} {props.known > 0 && text.knownPeople(props.known)}
      </p>
      <ul className="mt-2">
        {props.strangers.slice(0, shown).map(({ author, topics }) => (
          <li
            key={author}
            className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 border-line border-b py-2"
          >
            <span className="min-w-40 flex-1 break-words">
              {author} <span className="text-13 text-text-muted">{text.inTopics(topics)}</span>
            </span>
            <Combobox
              aria-label={text.memberFor(author)}
              placeholder={text.keepAddress}
              options={props.members}
              value={chosen[author] ?? null}
              onChange={(user_id) => choose(author, user_id)}
              className="w-full sm:w-64"
            />
          </li>
        ))}
      </ul>
      {props.strangers.length > shown && (
        <Button size="small" className="mt-3" onClick={() => setShown(shown + SHOWN_AT_ONCE)}>
          {text.more}
        </Button>
      )}
    </>
  )
}
