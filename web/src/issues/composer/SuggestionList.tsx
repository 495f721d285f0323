import { Avatar } from '../../ui/Avatar.tsx'
import { floatingClass, optionClass } from '../../ui/control-classes.ts'
import { cx } from '../../ui/cx.ts'
import { useComposerText } from './text.ts'
import type { Suggestion } from './use-suggestions.ts'

/** Suggestions above the text box; the focus stays in the box, whose arrow keys move the active option. */
export function SuggestionList(props: {
  id: string
  label: string
  items: readonly Suggestion[]
  active: number
  onChoose: (item: Suggestion) => void
}) {
  const text = useComposerText()
  return (
    <div
      id={props.id}
      role="listbox"
      aria-label={props.label}
      className={cx(floatingClass, 'absolute inset-x-0 bottom-full z-20 mb-1 max-h-60 overflow-y-auto p-1')}
    >
      {props.items.map((item, index) => (
        <div
          key={item.key}
          id={`${props.id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === props.active}
          ref={(element) => {
            if (index === props.active) element?.scrollIntoView({ block: 'nearest' })
          }}
          // the box keeps the focus
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => props.onChoose(item)}
          onKeyDown={(event) => event.key === 'Enter' && props.onChoose(item)}
          className={cx(optionClass, 'aria-selected:bg-sunken')}
        >
          {item.person && (
            <Avatar
              person={{ id: item.person.id, first_name: item.person.name, last_name: null }}
              size="small"
              decorative
            />
          )}
          <span className="min-w-0 truncate">{item.title}</span>
          {item.person?.outside && <span className="text-12 text-text-muted">{text.outside}</span>}
        </div>
      ))}
    </div>
  )
}
