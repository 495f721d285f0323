import { ArrowDown, ArrowUp } from 'lucide-react'
import { IconButton } from '../ui/IconButton.tsx'
import { useProjectSettingsText } from './settings-text.ts'

/** Moves a row of an ordered list up and down; `onMove` gets its new position, counted from 1. */
export function MoveButtons(props: {
  name: string
  index: number
  count: number
  onMove: (order: number) => void
}) {
  const text = useProjectSettingsText()
  const { name, index } = props
  return (
    <>
      <IconButton
        name={text.moveUp(name)}
        icon={<ArrowUp aria-hidden />}
        disabled={index === 0}
        onClick={() => props.onMove(index)}
      />
      <IconButton
        name={text.moveDown(name)}
        icon={<ArrowDown aria-hidden />}
        disabled={index === props.count - 1}
        onClick={() => props.onMove(index + 2)}
      />
    </>
  )
}
