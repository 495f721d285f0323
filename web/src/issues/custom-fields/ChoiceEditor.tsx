import { MAX_CHOICES } from '@plumbline/contract/issues/custom-fields'
import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react'
import { type KeyboardEvent, useRef } from 'react'
import { flushSync } from 'react-dom'
import { randomId } from '../../base/random-id.ts'
import { useProjectSettingsText } from '../../projects/settings-text.ts'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Input } from '../../ui/Input.tsx'
import { useCustomFieldsText } from './text.ts'

export interface EditedChoice {
  /** id of a new choice, chosen here until the server assigns one */
  id: string
  name: string
}

/** The choices of a field in order; Enter in one starts the next. */
export function ChoiceEditor(props: {
  choices: readonly EditedChoice[]
  onChange: (choices: readonly EditedChoice[]) => void
  error: string | undefined
}) {
  const { choices, onChange } = props
  const text = useCustomFieldsText()
  const moves = useProjectSettingsText()
  const list = useRef<HTMLOListElement>(null)
  const isFull = choices.length >= MAX_CHOICES
  const nameOf = ({ name }: EditedChoice, index: number) => name || text.choice(index + 1)
  const focus = (index: number) => list.current?.querySelectorAll('input')[index]?.focus()
  function insert(index: number) {
    if (isFull) return
    flushSync(() => onChange(choices.toSpliced(index, 0, { id: randomId(), name: '' })))
    focus(index)
  }
  function remove(index: number) {
    flushSync(() => onChange(choices.toSpliced(index, 1)))
    focus(Math.max(0, index - 1))
  }
  const move = (index: number, by: -1 | 1) => {
    const choice = choices[index]
    if (choice) onChange(choices.toSpliced(index, 1).toSpliced(index + by, 0, choice))
  }
  function press(event: KeyboardEvent, index: number) {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    if (choices[index]?.name.trim()) insert(index + 1)
  }
  return (
    <fieldset className="mb-3 min-w-0" data-field="choices">
      <legend className="mb-1 font-medium text-13">{text.choices}</legend>
      <ol ref={list} className="flex flex-col gap-1">
        {choices.map((choice, index) => (
          <li
            key={choice.id}
            className="flex items-center gap-1"
            onKeyDown={(event) => event.target instanceof HTMLInputElement && press(event, index)}
          >
            <Input
              className="min-w-0 flex-1"
              aria-label={text.choice(index + 1)}
              maxLength={60}
              value={choice.name}
              onChange={(name) => onChange(choices.with(index, { ...choice, name }))}
            />
            <IconButton
              name={moves.moveUp(nameOf(choice, index))}
              icon={<ArrowUp aria-hidden />}
              disabled={index === 0}
              onClick={() => move(index, -1)}
            />
            <IconButton
              name={moves.moveDown(nameOf(choice, index))}
              icon={<ArrowDown aria-hidden />}
              disabled={index === choices.length - 1}
              onClick={() => move(index, 1)}
            />
            <IconButton
              name={text.removeChoice(nameOf(choice, index))}
              icon={<X aria-hidden />}
              disabled={choices.length === 1}
              onClick={() => remove(index)}
            />
          </li>
        ))}
      </ol>
      {props.error && <p className="pt-1 text-12 text-danger">{props.error}</p>}
      {!isFull && (
        <Button
          size="small"
          look="ghost"
          className="-ms-2 mt-1"
          icon={<Plus aria-hidden />}
          onClick={() => insert(choices.length)}
        >
          {text.addChoice}
        </Button>
      )}
    </fieldset>
  )
}
