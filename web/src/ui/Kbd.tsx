import { cx } from './cx.ts'
import { useUiText } from './text.tsx'

/**
 * A keyboard shortcut as key caps.
 *
 *     <Kbd keys="Ctrl Enter" />
 */
export function Kbd(props: { keys: string; onDark?: boolean }) {
  const { keys } = useUiText()
  return (
    <span dir="ltr" className={cx('inline-flex gap-0.5', props.onDark && 'ms-2')}>
      {props.keys.split(' ').map((key) => (
        <kbd
          key={key}
          className={cx(
            'inline-flex h-4 min-w-4 items-center justify-center rounded-mark px-1 font-medium font-sans text-12',
            props.onDark ? 'border border-current/30' : 'border border-line bg-surface text-text-muted',
          )}
        >
          {keys[key] ?? key}
        </kbd>
      ))}
    </span>
  )
}
